/// What the API takes and answers, in OpenAPI 3.1.
enum APIDescription {
    static let asset = Asset(PackageResources.openapi_json, type: "application/json", cacheControl: "no-cache")
}
