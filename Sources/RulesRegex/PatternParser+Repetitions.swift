private let maximumRepeat = 1000

extension PatternParser {
  /// The least and the greatest number of a repetition, whose end is then the position; nil at a `{`
  /// that is a character like any other.
  mutating func repetitionBounds() throws(PatternError) -> (minimum: Int, maximum: Int?)? {
    let start = position
    switch advanceCharacter() {
    case "*": return (0, nil)
    case "+": return (1, nil)
    case "?": return (0, 1)
    default: break
    }
    guard let minimum = count() else { return retreat(to: start) }
    var maximum: Int? = minimum
    if peek() == "," {
      position += 1
      if peek() == "}" {
        maximum = nil
      } else {
        guard let number = count() else { return retreat(to: start) }
        maximum = number
      }
    }
    guard peek() == "}" else { return retreat(to: start) }
    position += 1
    guard max(minimum, maximum ?? 0) <= maximumRepeat else {
      throw fault(.repeatTooLarge, from: start, to: position)
    }
    guard minimum <= maximum ?? minimum else {
      throw fault(.reversedRepeat, from: start, to: position)
    }
    return (minimum, maximum)
  }

  /// A number without leading zeros; what is out of bounds anyway is not told apart.
  private mutating func count() -> Int? {
    let start = position
    var value = 0
    while let character = peek(), CharacterClass.digits.contains(character.value) {
      position += 1
      value = min(value * 10 + Int(character.value) - 0x30, maximumRepeat + 1)
    }
    guard position > start, position == start + 1 || character(at: start) != "0" else { return nil }
    return value
  }

  private mutating func retreat<T>(to start: Int) -> T? {
    position = start
    return nil
  }

  mutating func repeatLast(
    _ bounds: (minimum: Int, maximum: Int?),
    from start: Int,
    isAfterRepetition: Bool
  ) throws(PatternError) {
    var isLazy = flags.isLazy
    if peek() == "?" {
      position += 1
      isLazy.toggle()
    }
    guard !isAfterRepetition else { throw fault(.stackedRepetition, from: start, to: position) }
    guard let last = current.sequence.popLast() else {
      throw fault(.nothingToRepeat, from: start, to: position)
    }
    let repetition = Repetition(
      minimum: bounds.minimum,
      maximum: bounds.maximum,
      isGreedy: !isLazy
    )
    current.sequence.append(.repeating(last, repetition))
  }
}
