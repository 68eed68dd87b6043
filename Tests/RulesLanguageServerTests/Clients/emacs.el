;;; emacs.el --- A session in Emacs without a screen; see README.md -*- lexical-binding: t; -*-

;;; Code:

(defvar package-folder
  (expand-file-name "../../../" (file-name-directory (or load-file-name buffer-file-name))))

(load (expand-file-name "examples/editors/emacs/rulescheck.el" package-folder) nil t)
(require 'flymake)
(require 'xref)

(setq rulescheck-program
      (expand-file-name (or (getenv "RULESCHECK") (expand-file-name ".build/release/rulescheck" package-folder))))
(setq eglot-sync-connect 10
      eglot-autoshutdown t
      flymake-no-changes-timeout 0.1
      make-backup-files nil
      create-lockfiles nil)

(defun say (format &rest arguments)
  (princ (concat (apply #'format format arguments) "\n")))

(defun expect (what is-right &optional found)
  (say "%s %s" (if is-right "ok   " "WRONG") what)
  (unless is-right
    (say "      found %S" found)
    (kill-emacs 1)))

(defun wait-until (what condition)
  (let ((left 200))
    (while (and (> left 0) (not (funcall condition)))
      (accept-process-output nil 0.05)
      (setq left (1- left)))
    (expect what (> left 0) "nothing within ten seconds")))

(let ((folder (make-temp-file "rulescheck" t)))
  (dolist (name '("firestore.rules" "bookshelf.rulestest"))
    (copy-file (expand-file-name (concat "examples/bookshelf/" name) package-folder)
               (expand-file-name name folder)))
  (find-file (expand-file-name "firestore.rules" folder))
  (unless (eglot-current-server)
    (apply #'eglot (eglot--guess-contact)))
  (expect "the file has its mode" (eq major-mode 'firestore-rules-mode) major-mode)
  (wait-until "the server is connected" #'eglot-current-server)

  (let ((original (buffer-string))
        (diagnostics (lambda () (flymake-diagnostics))))
    (flymake-mode 1)
    ;; Diagnostics.
    (goto-char (point-min))
    (search-forward "request.auth.uid")
    (replace-match "reqest.auth.uid")
    (eglot--signal-textDocument/didChange)
    (flymake-start)
    (wait-until "a misspelt name has a diagnostic" (lambda () (= 1 (length (funcall diagnostics)))))
    (say "      %s" (flymake-diagnostic-text (car (funcall diagnostics))))
    (erase-buffer)
    (insert original)
    (eglot--signal-textDocument/didChange)

    ;; Hover.
    (goto-char (point-min))
    (search-forward "isOwner(re")
    (let* ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover
                                   (eglot--TextDocumentPositionParams)))
           (text (plist-get (plist-get hover :contents) :value)))
      (say "      %s" (car (split-string text "\n")))
      (expect "there is something to tell" (> (length text) 0)))

    ;; Definition.
    (goto-char (point-min))
    (search-forward "isOwner(")
    (backward-char 3)
    (let ((place (car (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))))
      (expect "a function leads to its declaration"
              (and place (string-match-p "function isOwner" (xref-item-summary place)))
              place))

    ;; Completion.
    (goto-char (point-min))
    (search-forward "request.auth.")
    (let* ((found (funcall (nth 2 (eglot-completion-at-point)) "" nil t)))
      (expect "completion knows who asks" (member "uid" (mapcar #'substring-no-properties found)) found))

    ;; Rename.
    (goto-char (point-min))
    (search-forward "function isOwner")
    (backward-char 2)
    (eglot-rename "ownsIt")
    (expect "rename changes every use" (not (string-match-p "isOwner" (buffer-string))))
    (erase-buffer)
    (insert original)

    ;; Formatting.
    (eglot-format-buffer)
    (let ((formatted (buffer-string)))
      (goto-char (point-min))
      (search-forward "return request.auth != null;")
      (replace-match "return   request.auth!=null ;")
      (eglot-format-buffer)
      (expect "formatting mends spaces" (equal (buffer-string) formatted)))

    (set-buffer-modified-p nil))
  (say "all is as expected")
  (eglot-shutdown (eglot-current-server))
  (delete-directory folder t)
  (kill-emacs 0))
;;; emacs.el ends here
