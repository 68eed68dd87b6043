[(file) (testFile) (serviceDeclaration) (matchDeclaration) (functionDeclaration) (testDeclaration)
 (groupDeclaration)] @local.scope

(functionDeclaration name: (name) @local.definition.function)
(parameter) @local.definition.parameter
(letStatement name: (name) @local.definition.var)
(captureSegment name: (name) @local.definition.parameter)
(globSegment name: (name) @local.definition.parameter)
(userDeclaration name: (name) @local.definition.var)

(nameExpression) @local.reference
(callExpression name: (name) @local.reference)
