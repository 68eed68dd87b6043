/// The members of a request that rules read all the time, where they stand.
struct RequestParts {
  /// `request.auth`.
  let auth: Borrowed<Value>
  /// `resource`; nil where reading it is an error.
  let resource: Borrowed<Value>?
  /// `request.resource`; nil where the request has none.
  let requestResource: Borrowed<Value>?
  /// `request` itself where a test gives it.
  let given: Borrowed<Value>?
}

extension Request {
  /// Lends the parts to some work.
  @inline(__always)
  func lendingParts<Result>(to work: (RequestParts) -> Result) -> Result {
    lending(auth) { auth in
      lending(resource) { stored in
        lending(requestResource) { incoming in
          lending(given) { given in
            work(
              RequestParts(
                auth: auth,
                resource: stored.payload(),
                requestResource: incoming.payload(),
                given: given.payload()
              )
            )
          }
        }
      }
    }
  }
}

/// Lends memory for temporaries and slots to some work: as much as most evaluations need, on the stack.
@inline(__always)
func withTemporaries<Result>(_ work: (Temporaries, SlotStack) -> Result) -> Result {
  // SAFETY: both begin without values, and the evaluator drops those that it adds.
  unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 32) { values in
    unsafe withUnsafeTemporaryAllocation(of: SlotStack.Slot.self, capacity: 32) { slots in
      unsafe work(Temporaries(values), SlotStack(slots))
    }
  }
}
