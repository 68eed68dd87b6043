[
  (serviceDeclaration)
  (matchDeclaration)
  (functionDeclaration)
  (mapExpression)
  (listExpression)
  (callExpression)
  (methodCallExpression)
  (dataBlock)
  (testDeclaration)
  (groupDeclaration)
  (batchSyntax)
  (tableDeclaration)
] @indent.begin

["}" "]" ")"] @indent.branch @indent.end
