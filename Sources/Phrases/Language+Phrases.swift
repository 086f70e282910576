extension Language {
    /// All phrases as one flat JSON object, as `Catalogs/<code>.json` has them: for pages, which fill in arguments and choose plural
    /// forms themselves.
    public var phrasesJSON: [UInt8] { Catalog.bytes(of: self) }
}
