;;; rulescheck.el --- Rules and tests of Firebase in Emacs -*- lexical-binding: t; -*-

;; For Emacs 26 or later with eglot, which Emacs 29 brings along. Load the file from init.el:
;;
;;   (load "~/.emacs.d/rulescheck.el")

;;; Code:

(require 'eglot)

(defvar rulescheck-program "rulescheck"
  "The program that `eglot' starts.")

(defvar rulescheck-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?$ "_" table)
    table)
  "Which characters begin comments and strings.")

(defvar firestore-rules-font-lock-keywords
  `((,(regexp-opt '("rules_version" "service" "match" "allow" "if" "function" "let" "return" "in"
                    "is" "import" "as")
                  'symbols)
     . font-lock-keyword-face)
    (,(regexp-opt '("read" "write" "get" "list" "create" "update" "delete") 'symbols)
     . font-lock-builtin-face)
    (,(regexp-opt '("true" "false" "null") 'symbols) . font-lock-constant-face)
    ("\\_<function\\s-+\\(\\(?:\\sw\\|\\s_\\)+\\)" 1 font-lock-function-name-face)
    ("{\\(\\(?:\\sw\\|\\s_\\)+\\)\\(?:=\\*\\*\\)?}" 1 font-lock-variable-name-face))
  "What is coloured in rules.")

(defvar rulestest-font-lock-keywords
  `((,(regexp-opt '("rules" "database" "user" "with" "uid" "data" "from" "test" "group" "table" "only"
                    "skip" "at" "as" "because" "batch" "transaction" "where" "orderBy" "limit" "let")
                  'symbols)
     . font-lock-keyword-face)
    (,(regexp-opt '("allow" "deny" "error") 'symbols) . font-lock-warning-face)
    (,(regexp-opt '("get" "list" "set" "create" "update" "delete") 'symbols)
     . font-lock-builtin-face)
    (,(regexp-opt '("true" "false" "null") 'symbols) . font-lock-constant-face))
  "What is coloured in test files.")

(define-derived-mode firestore-rules-mode prog-mode "Rules"
  "Security rules of Firebase."
  :syntax-table rulescheck-mode-syntax-table
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "//+\\s-*")
  (setq-local font-lock-defaults '(firestore-rules-font-lock-keywords)))

(define-derived-mode rulestest-mode prog-mode "RulesTest"
  "Tests of security rules."
  :syntax-table rulescheck-mode-syntax-table
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "//+\\s-*")
  (setq-local font-lock-defaults '(rulestest-font-lock-keywords)))

(add-to-list 'auto-mode-alist '("\\.rules\\'" . firestore-rules-mode))
(add-to-list 'auto-mode-alist '("\\.rulestest\\'" . rulestest-mode))

(add-to-list 'eglot-server-programs
             `((firestore-rules-mode rulestest-mode)
               . ,(lambda (&rest _) (list rulescheck-program "language-server"))))

(add-hook 'firestore-rules-mode-hook #'eglot-ensure)
(add-hook 'rulestest-mode-hook #'eglot-ensure)

(provide 'rulescheck)
;;; rulescheck.el ends here
