declare module 'subset-font' {
  type Range = { min: number; max: number }

  /** Cuts a font to the characters of a text, with HarfBuzz. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      /** Keeps all characters. The text must be ''. */
      keepAllGlyphs?: boolean
      /** Tags of OpenType features; all others go. */
      keepFeatures?: readonly string[]
      noHinting: boolean
      /** What each axis is limited to, or the one value that is left of it. */
      variationAxes: Readonly<Record<string, Range | number>>
    },
  ): Promise<Uint8Array>
}
