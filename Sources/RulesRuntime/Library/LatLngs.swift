/// The methods of points, and the function that makes them.
enum LatLngs {
  private static let source = "rules.LatLng; observation: measured values, §8"

  static let builtins: ContiguousArray<Builtin> = [
    Builtin(
      .method(of: .latlng),
      "latitude",
      [Builtin.Overload([], .float)],
      summary: "Degrees north.",
      source: source,
      examples: [Builtin.Example("latlng.value(10, 20).latitude()", "10.0")],
      .of { (operand: LatLngOperand) in .float(operand.point.latitude) }
    ),
    Builtin(
      .method(of: .latlng),
      "longitude",
      [Builtin.Overload([], .float)],
      summary: "Degrees east.",
      source: source,
      examples: [Builtin.Example("latlng.value(10, 20).longitude()", "20.0")],
      .of { (operand: LatLngOperand) in .float(operand.point.longitude) }
    ),
    Builtin(
      .method(of: .latlng),
      "distance",
      [Builtin.Overload([.type(.latlng)], .float)],
      summary: "Metres to another point along a great circle.",
      source: source,
      examples: [
        Builtin.Example("latlng.value(1, 2).distance(latlng.value(1, 2))", "0.0"),
        Builtin.Example("latlng.value(0, 0).distance(latlng.value(0, 1)) > 111000", "true"),
      ],
      .of { (left: LatLngOperand, right: LatLngOperand) in
        .float(distance(left.point, right.point))
      }
    ),
    Builtin(
      .namespaced("latlng"),
      "value",
      [Builtin.Overload([.type(.float), .type(.float)], .latlng)],
      summary: "The point at a latitude and a longitude in degrees.",
      source: source,
      examples: [
        Builtin.Example("latlng.value(1, 2) == latlng.value(1.0, 2.0)", "true"),
        Builtin.Example("latlng.value(91, 0)", "error"),
      ],
      .of(value)
    ),
  ]

  private static func value(_ latitude: Double, _ longitude: Double) throws(FaultReason) -> Value {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      throw .other(
        Text(
          "Latitude should be in [-90,90] range and longitude should be in [-180,180] range. "
            + "latitude: \(FloatText.text(latitude)), longitude: \(FloatText.text(longitude))."
        )
      )
    }
    return .latlng(LatLngValue(latitude: latitude, longitude: longitude))
  }

  private static let earthRadius = 6_371_009.0
  private static let radiansPerDegree = 0.017453292519943295

  /// The haversine formula.
  private static func distance(_ left: LatLngValue, _ right: LatLngValue) -> Double {
    let (leftLatitude, rightLatitude) = (
      left.latitude * radiansPerDegree, right.latitude * radiansPerDegree
    )
    let (leftLongitude, rightLongitude) = (
      left.longitude * radiansPerDegree, right.longitude * radiansPerDegree
    )
    let latitudeSine = FloatingPointFunctions.sine(0.5 * (rightLatitude - leftLatitude))
    let longitudeSine = FloatingPointFunctions.sine(0.5 * (rightLongitude - leftLongitude))
    let haversine =
      latitudeSine * latitudeSine
      + longitudeSine * longitudeSine * FloatingPointFunctions.cosine(leftLatitude)
      * FloatingPointFunctions.cosine(rightLatitude)
    return 2 * FloatingPointFunctions.arcSine(min(1, haversine).squareRoot()) * earthRadius
  }
}
