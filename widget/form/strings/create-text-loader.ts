/** A file of texts: its name at the provider, and its hash. */
export type TextFile = { file: string; integrity: string }

/** Milliseconds to wait for texts before they appear in English. */
const patience = 5_000

/** Creates the lazy loader of strings from a provider. */
export const createTextLoader =
  <Texts>({ file, integrity }: TextFile) =>
  async (baseUrl: string): Promise<Texts> => {
    const answer = await fetch(`${baseUrl}/${file}`, { integrity, signal: AbortSignal.timeout(patience) })
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
    return answer.json()
  }
