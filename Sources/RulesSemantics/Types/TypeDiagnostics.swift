package import RulesSource

extension DiagnosticCode {
  static let nonBooleanCondition = DiagnosticCode(
    "non-boolean-condition",
    .error,
    "a condition that is no `bool`",
    explanation: """
      Rules with such a condition deploy, with a warning at most, and the statement then grants nothing: a
      condition grants only if it is `true` itself.

        bad:  allow read: if request.auth.uid;
        good: allow read: if request.auth.uid != null;
      """
  )
  static let nonBooleanOperand = DiagnosticCode(
    "non-boolean-operand",
    .error,
    "an operand of `&&`, `||`, `!` or `?:` that is no `bool`",
    explanation: """
      Nothing but a `bool` counts as true or false: any other operand is an error of evaluation.

        bad:  allow read: if request.auth.uid && true;
        good: allow read: if request.auth.uid != null && true;
      """
  )
  static let wrongOperandType = DiagnosticCode(
    "wrong-operand-type",
    .error,
    "an operand of a type that the operator does not take",
    explanation: """
      Rules with such an operation deploy, and every evaluation of it is then an error. Convert the operand, or
      write another operation.

        bad:  resource.data.name == 'user' + 1
        good: resource.data.name == 'user' + string(1)
      """
  )
  static let wrongArgumentType = DiagnosticCode(
    "wrong-argument-type",
    .error,
    "an argument of a type that the function does not take",
    explanation: """
      Rules with such a call deploy, and every evaluation of it is then an error.

        bad:  get('/users/' + request.auth.uid)
        good: get(/databases/$(database)/documents/users/$(request.auth.uid))
      """
  )
  static let neverEqual = DiagnosticCode(
    "never-equal",
    .error,
    "a comparison of values that are never equal",
    explanation: """
      Values of different types are never equal, but for `int` and `float`. So `==` is always false and `!=`
      always true, whatever the request.

        bad:  request.time == 0
        good: request.time == timestamp.value(0)
      """
  )
  static let noMembers = DiagnosticCode(
    "no-members",
    .error,
    "a member of a value that has none",
    explanation: """
      A dot reads from a map, or a bound variable from a path. On any other value it is an error of evaluation.
      """
  )
  static let methodWithoutCall = DiagnosticCode(
    "method-without-call",
    .error,
    "a method that is not called",
    explanation: """
      Without `()` the name is read as a member, which only maps and paths have.

        bad:  request.auth.uid.size > 0
        good: request.auth.uid.size() > 0

      Where the type is not known, this is said of what can only be a method's result, as a warning.

        bad:  request.resource.data.keys.hasOnly(['a'])
        good: request.resource.data.keys().hasOnly(['a'])
      """
  )
  static let noSuchMethod = DiagnosticCode(
    "no-such-method",
    .error,
    "a method that the receiver's type does not have",
    explanation: """
      Every evaluation of the call is an error. Methods of lists are not those of maps and sets: ask
      `keys()` of a map, and make a list a set by `toSet()`.

        bad:  request.resource.data.hasAll(['a'])
        good: request.resource.data.keys().hasAll(['a'])
      """
  )
  static let unknownMember = DiagnosticCode(
    "unknown-member",
    .error,
    "a member that the service's object does not have",
    explanation: """
      `request`, `resource` and `request.auth` have fixed members; reading another one is an error of evaluation.

        bad:  request.auth.email
        good: request.auth.token.email
      """
  )
  static let uncommonClaim = DiagnosticCode(
    "uncommon-claim",
    .hint,
    "a claim that looks like a usual one and is not",
    explanation: """
      A token may hold claims of your own under any name. A name that differs from a usual claim in case or
      underscores only is more likely a slip.

        bad:  request.auth.token.emailVerified
        good: request.auth.token.email_verified
      """
  )
  static let requestResourceInRead = DiagnosticCode(
    "request-resource-in-read",
    .error,
    "`request.resource` in a statement that allows reads only",
    explanation: """
      `request.resource` is the document as it would be after a write. A read has none: the evaluation is an
      error, and the request is denied.

        bad:  allow read: if request.resource.data.isPublic;
        good: allow read: if resource.data.isPublic;
      """
  )
  static let requestResourceInDelete = DiagnosticCode(
    "request-resource-in-delete",
    .error,
    "a member of `request.resource` in a statement that allows no write but a delete",
    explanation: """
      `request.resource` is the document as it would be after a write. After a delete there is none: it is null,
      reading a member of it is an error, and the request is denied.

        bad:  allow delete: if request.resource.data.owner == request.auth.uid;
        good: allow delete: if resource.data.owner == request.auth.uid;
      """
  )
  static let resourceOnCreate = DiagnosticCode(
    "resource-on-create",
    .error,
    "a member of `resource` in a statement that allows a create only",
    explanation: """
      `resource` is the document as it is stored. One that is being created was not there before: `resource` is
      null, reading a member of it is an error, and the request is denied.

        bad:  allow create: if resource.data.owner == request.auth.uid;
        good: allow create: if request.resource.data.owner == request.auth.uid;
      """
  )
  static let requestQueryOutsideList = DiagnosticCode(
    "request-query-outside-list",
    .error,
    "`request.query` in a statement that allows no list",
    explanation: """
      Only a list has a query. In any other request the evaluation is an error, and the request is denied.

        bad:  allow get: if request.query.limit <= 10;
        good: allow list: if request.query.limit <= 10;
      """
  )
  static let callAlwaysFails = DiagnosticCode(
    "call-always-fails",
    .error,
    "a call whose arguments are of types that the function can only fail for",
    explanation: """
      The function's body does something with a parameter that the argument's type does not allow, so every
      evaluation of the call is an error.

        bad:  function name(user) { return user.name; }  allow read: if name(request.auth.uid) == 'a';
        good: function name(user) { return user.name; }  allow read: if name(request.auth.token) == 'a';
      """
  )

  /// The kinds of problem that types have.
  package static let typeCodes: [DiagnosticCode] = [
    nonBooleanCondition, nonBooleanOperand, wrongOperandType, wrongArgumentType, neverEqual,
    noMembers, methodWithoutCall, noSuchMethod, unknownMember, uncommonClaim, requestResourceInRead,
    requestResourceInDelete, resourceOnCreate, requestQueryOutsideList, callAlwaysFails,
  ]
}
