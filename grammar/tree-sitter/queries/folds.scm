[
  (serviceDeclaration)
  (matchDeclaration)
  (functionDeclaration)
  (mapExpression)
  (listExpression)
  (dataBlock)
  (testDeclaration)
  (groupDeclaration)
  (batchSyntax)
  (tableDeclaration)
  (comment)
] @fold
