declare module 'subset-font' {
  type Range = { min: number; max: number }

  /** Cuts a font to the characters of a text, with HarfBuzz. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      /** Keeps all glyphs. The text must be ''. */
      keepAllGlyphs?: boolean
      /** Tags of OpenType features; all others go. */
      keepFeatures?: readonly string[]
      noHinting: boolean
      /** Range of each axis, or the single value to pin it to. */
      variationAxes: Readonly<Record<string, Range | number>>
    },
  ): Promise<Uint8Array>
}
