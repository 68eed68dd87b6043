import RulesWorkspace
import Synchronization

/// A file system that remembers what was asked of it, so that it can tell when an answer is another one.
final class WatchedFiles: FileSystem {
  private let base: any FileSystem
  private let answers = Mutex<[Question: Int]>([:])

  /// What can be asked.
  private enum Question: Hashable {
    case kind(ContiguousArray<UInt8>)
    case entries(ContiguousArray<UInt8>)
    case content(ContiguousArray<UInt8>, limit: Int)
  }

  /// Watches what is asked of a file system.
  init(_ base: any FileSystem) {
    self.base = base
  }

  /// Whether nothing was asked, so that nothing can change.
  var isUnused: Bool { answers.withLock(\.isEmpty) }

  /// Whether a question would be answered in another way than before.
  func haveChanged() -> Bool {
    let known = answers.withLock(\.self)
    return known.contains { question, answer in fingerprint(of: question) != answer }
  }

  func kind(of path: String) throws(FileError) -> EntryKind {
    remember(.kind(ContiguousArray(path.utf8)))
    return try base.kind(of: path)
  }

  func entries(of path: String) throws(FileError) -> [DirectoryEntry] {
    remember(.entries(ContiguousArray(path.utf8)))
    return try base.entries(of: path)
  }

  func read(_ path: String, limit: Int) throws(FileError) -> ContiguousArray<UInt8> {
    remember(.content(ContiguousArray(path.utf8), limit: limit))
    return try base.read(path, limit: limit)
  }

  /// The answer is taken before the one that the caller gets, so that no change between both is missed.
  private func remember(_ question: Question) {
    let answer = fingerprint(of: question)
    answers.withLock { $0[question] = answer }
  }

  private func fingerprint(of question: Question) -> Int {
    switch question {
    case .kind(let path):
      hash { () throws(FileError) in try base.kind(of: text(path)) }
    case .entries(let path):
      hash { () throws(FileError) in try base.entries(of: text(path)) }
    case .content(let path, let limit):
      hash { () throws(FileError) in try base.read(text(path), limit: limit) }
    }
  }

  private func hash(_ answer: () throws(FileError) -> some Hashable) -> Int {
    var hasher = Hasher()
    do throws(FileError) {
      hasher.combine(try answer())
    } catch {
      hasher.combine(error)
    }
    return hasher.finalize()
  }

  private func text(_ path: ContiguousArray<UInt8>) -> String {
    String(decoding: path, as: UTF8.self)
  }
}
