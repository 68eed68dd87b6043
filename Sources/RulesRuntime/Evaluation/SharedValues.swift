/// Values that every evaluation uses, made once and never moved.
@safe
struct SharedValues: @unchecked Sendable {  // The values are only read.
  let isTrue: Borrowed<Value>
  let isFalse: Borrowed<Value>
  let null: Borrowed<Value>
  let emptyMap: Borrowed<Value>
  /// The names of all methods, in the order of `Method.allCases`.
  private let methods: UnsafePointer<Value>

  static let shared = SharedValues()

  private init() {
    isTrue = unsafe Borrowed(Self.kept([.bool(true)]))
    isFalse = unsafe Borrowed(Self.kept([.bool(false)]))
    null = unsafe Borrowed(Self.kept([.null]))
    emptyMap = unsafe Borrowed(Self.kept([.map(.empty)]))
    unsafe methods = Self.kept(Method.allCases.map { .string(Text($0.name)) })
  }

  /// `request.method`.
  @inline(__always)
  func name(of method: Method) -> Borrowed<Value> {
    // SAFETY: there is one name for each method.
    unsafe Borrowed(methods + Int(method.rawValue))
  }

  @inline(__always)
  func bool(_ isTrue: Bool) -> Borrowed<Value> { isTrue ? self.isTrue : isFalse }

  /// Values that are never freed.
  private static func kept(_ values: [Value]) -> UnsafePointer<Value> {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
    for (index, value) in values.enumerated() { unsafe (place + index).initialize(to: value) }
    return unsafe UnsafePointer(place)
  }
}
