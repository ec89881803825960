/** Reads the body of a response as text. Returns null, and closes the connection, if it has more than `most` bytes. */
export const readTextUpTo = async (response: Response, most: number): Promise<string | null> => {
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (announced > most) {
    await response.body?.cancel()
    return null
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > most) return null
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
