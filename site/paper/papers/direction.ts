const firstIsRightToLeft =
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Returns the text direction of a line starting with this name, for `dir`. `dir="auto"` ignores the content of the `<bdi>` elements that
 * isolate names.
 */
export const directionFrom = (name: string | undefined): 'rtl' | undefined =>
  name !== undefined && firstIsRightToLeft.test(name) ? 'rtl' : undefined
