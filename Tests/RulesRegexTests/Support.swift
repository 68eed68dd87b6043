import RulesRegex

/// The bytes of a text.
func bytes(_ text: String) -> ContiguousArray<UInt8> { ContiguousArray(text.utf8) }

/// U+D83D and U+DE00, the halves of 😀.
let highHalf: ContiguousArray<UInt8> = [0xED, 0xA0, 0xBD]
let lowHalf: ContiguousArray<UInt8> = [0xED, 0xB8, 0x80]

/// Bytes as text in which `?` stands for each half of a pair, as the emulator reports them.
func shown(_ bytes: ContiguousArray<UInt8>) -> String {
  var visible: [UInt8] = []
  var index = 0
  while index < bytes.count {
    let isHalf = bytes[index] == 0xED && index + 1 < bytes.count && bytes[index + 1] >= 0xA0
    visible.append(isHalf ? UInt8(ascii: "?") : bytes[index])
    index += isHalf ? 3 : 1
  }
  return String(decoding: visible, as: UTF8.self)
}

func matches(_ subject: String, _ pattern: String) throws -> Bool {
  try Pattern(bytes(pattern)).matches(bytes(subject))
}

func replaced(_ subject: String, _ pattern: String, _ template: String) throws -> String {
  let pattern = try Pattern(bytes(pattern))
  return shown(
    try pattern.replacing(in: bytes(subject), with: bytes(template), limit: 1_000_000)
  )
}

func split(_ subject: String, _ pattern: String) throws -> [String] {
  try Pattern(bytes(pattern)).split(bytes(subject)).map(shown)
}

/// Numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
