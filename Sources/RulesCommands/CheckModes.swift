import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesWorkspace

/// Writes what the official compiler says of rules files: `FILE:LINE:COLUMN SEVERITY TEXT`, one issue a line.
///
/// An issue about a whole file has line 0 and column 0. Files that can't be read are told and counted.
struct CompatibleCheck {
  private(set) var exitCode = ExitCode.clean

  /// Writes the issues of one file.
  mutating func check(_ path: String, in fileSystem: some FileSystem, _ console: inout Console) {
    do throws(FileError) {
      let model = SemanticModel.analyze(try fileSystem.source(path))
      for issue in model.officialIssues {
        let severity = issue.severity == .error ? "ERROR" : "WARNING"
        console.writeLine(
          "\(path):\(issue.line):\(issue.column) \(severity) \(visible(issue.description))"
        )
        if issue.severity == .error, exitCode == .clean { exitCode = .findings }
      }
    } catch {
      console.writeError("rulescheck: \(visible(error.message))\n")
      exitCode = .unusable
    }
  }
}

/// Writes the most that each allow statement, and each kind of request, may cost.
struct CostCheck {
  private(set) var exitCode = ExitCode.clean

  /// Writes the costs of one file.
  mutating func check(_ path: String, in fileSystem: some FileSystem, _ console: inout Console) {
    do throws(FileError) {
      let model = SemanticModel.analyze(try fileSystem.source(path))
      guard let program = model.program else {
        console.writeLine("\(path): has errors, so its costs are not known; see `rulescheck check`")
        if exitCode == .clean { exitCode = .findings }
        return
      }
      write(model, program, path, &console)
    } catch {
      console.writeError("rulescheck: \(visible(error.message))\n")
      exitCode = .unusable
    }
  }

  private mutating func write(
    _ model: SemanticModel,
    _ program: Program,
    _ path: String,
    _ console: inout Console
  ) {
    console.writeLine(console.bold("\(path): at most, for one request"))
    console.writeLine(row("", "expressions", "lookups"))
    for statement in model.costs.statements {
      let line = model.tree.source.position(of: statement.range.lowerBound).line
      write("  line \(line): allow \(names(statement.methods))", statement.cost, &console)
    }
    for method in Method.allCases where hasStatements(for: method, model.costs) {
      let cost = model.costs.worst(of: method)
      write("  every \(method.name) together", cost, &console)
      if cost.expressions > Cost.expressionLimit
        || cost.lookups > Cost.lookupLimit(of: program.service)
      {
        if exitCode == .clean { exitCode = .findings }
      }
    }
    console.writeLine(
      row(
        "  the service allows",
        "\(Cost.expressionLimit)",
        "\(Cost.lookupLimit(of: program.service))"
      )
    )
  }

  private func hasStatements(for method: Method, _ costs: Costs) -> Bool {
    costs.statements.contains { $0.methods.contains(MethodSet(method)) }
  }

  private func write(_ title: String, _ cost: Cost, _ console: inout Console) {
    console.writeLine(row(title, "\(cost.expressions)", "\(cost.lookups)"))
  }

  private func row(_ title: String, _ expressions: String, _ lookups: String) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let head = title + String(repeating: " ", count: max(0, 44 - title.count))
    return head + padded(expressions, 12) + padded(lookups, 9)
  }

  /// The words that grant a set of methods, the shortest way.
  private func names(_ methods: MethodSet) -> String {
    var rest = methods
    var names: [String] = []
    for (name, set) in MethodSet.words where rest.isSuperset(of: set) {
      names.append(name)
      rest.subtract(set)
    }
    return names.joined(separator: ", ")
  }
}
