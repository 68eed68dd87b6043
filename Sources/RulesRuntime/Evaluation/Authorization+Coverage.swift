/// Deciding while coverage watches: as for every observer, but compiled for this one, which many requests meet.
extension Program {
  /// Decides a request, counted by coverage where it stands.
  public func decide(
    _ request: Request,
    documents: some DocumentSource,
    watchedBy observer: inout CoverageObserver
  ) -> Decision {
    decide(request, documents, nil, &observer)
  }

  /// Decides the writes of one commit, or the ways of one query, counted by coverage where it stands.
  public func decide(
    commit requests: [Request],
    documents: some DocumentSource,
    watchedBy observer: inout CoverageObserver
  ) -> [Decision] {
    decide(commit: requests, documents, &observer)
  }
}
