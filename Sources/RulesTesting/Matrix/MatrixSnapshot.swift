package import RulesJSON

/// Matrices as they are kept in a file, so that a change shows who gained what.
package struct MatrixSnapshot: Sendable {
  private var cells: [Key: AccessMatrix.Cell] = [:]
  /// The cells in their order.
  private var order: [Key] = []

  /// What a cell answers.
  private struct Key: Hashable {
    let tests: [UInt8]
    let user: [UInt8]
    let method: AccessMatrix.Method
    let path: [UInt8]
  }

  /// A cell that is another than it was.
  package struct Change: Sendable, Hashable {
    /// The test file.
    package let tests: String
    /// Who asks.
    package let user: String
    /// What is asked.
    package let method: AccessMatrix.Method
    /// Where.
    package let path: String
    /// The answer as it was; nil for what was not asked.
    package let before: AccessMatrix.Cell?
    /// The answer as it is; nil for what is asked no more.
    package let after: AccessMatrix.Cell?

    /// Whether it is allowed now, and was not.
    package var isGain: Bool { after == .allow }
    /// Whether it was allowed, and is denied now.
    package var isLoss: Bool { before == .allow && after != nil }
  }

  /// The snapshot of matrices.
  package init(of matrices: [AccessMatrix]) {
    for matrix in matrices {
      for column in matrix.columns {
        for (user, cell) in zip(matrix.users, column.cells) {
          let key = Key(
            tests: Array(matrix.tests.utf8),
            user: Array(user.utf8),
            method: column.method,
            path: Array(column.path.utf8)
          )
          if cells.updateValue(cell, forKey: key) == nil { order.append(key) }
        }
      }
    }
  }

  /// Reads a snapshot; nil for JSON that is none.
  package init?(_ json: JSONValue) {
    guard json["version"]?.number?.int64 == 1, let matrices = json["matrices"]?.array else {
      return nil
    }
    for matrix in matrices {
      guard let tests = matrix["tests"]?.text, let columns = matrix["columns"]?.array else {
        return nil
      }
      for column in columns {
        guard let path = column["path"]?.text,
          let method = column["method"]?.text.flatMap(AccessMatrix.Method.init),
          let answers = column["cells"]?.object
        else { return nil }
        for answer in answers.members {
          guard let cell = answer.value.text.flatMap(AccessMatrix.Cell.init) else { return nil }
          let key = Key(
            tests: Array(tests.utf8),
            user: Array(answer.name.utf8),
            method: method,
            path: Array(path.utf8)
          )
          if cells.updateValue(cell, forKey: key) == nil { order.append(key) }
        }
      }
    }
  }

  /// What is another than in an older snapshot.
  package func changes(since old: MatrixSnapshot) -> [Change] {
    let gone = old.order.filter { cells[$0] == nil }
    return (order + gone).compactMap { key in
      let (before, after) = (old.cells[key], cells[key])
      guard before != after else { return nil }
      return Change(
        tests: String(decoding: key.tests, as: UTF8.self),
        user: String(decoding: key.user, as: UTF8.self),
        method: key.method,
        path: String(decoding: key.path, as: UTF8.self),
        before: before,
        after: after
      )
    }
  }
}

extension AccessMatrix {
  /// Matrices as JSON, which is what a snapshot file holds.
  package static func json(of matrices: [AccessMatrix]) -> JSONValue {
    ["version": 1, "matrices": .array(matrices.map(\.json))]
  }

  private var json: JSONValue {
    [
      "tests": .string(tests),
      "rules": .string(rules),
      "columns": .array(
        columns.map { column in
          [
            "path": .string(column.path),
            "method": .string(column.method.rawValue),
            "question": .string(column.question),
            "cells": .object(
              zip(users, column.cells).map { ($0, JSONValue.string($1.rawValue)) }
            ),
          ]
        }
      ),
    ]
  }
}
