import { type FileHash, readManifest } from './manifest.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Parses the form without script, which has a field for each part of a result, and lists files as `sha256sum` does. Empty fields count as
 * absent; `hashOf` computes the SHA-256 that a script would have: that of the files, or a random one (SPEC §5).
 */
export const readFormFields = (form: Fields, hashOf: (files: readonly FileHash[]) => string): Fields => {
  const { manifest, resultClaim, resultPublished, resultObtained, resultVerdict, ...rest } = form
  const at = (field: unknown, index: number): unknown => listOf(field)[index]
  const results = listOf(resultClaim)
    .map((claim, index) => ({
      claim,
      published: at(resultPublished, index) ?? '',
      obtained: at(resultObtained, index) ?? '',
      verdict: at(resultVerdict, index) ?? 'unclear',
    }))
    .filter(({ claim, published, obtained }) => [claim, published, obtained].some(text => String(text).trim() !== ''))
  const files = typeof manifest === 'string' ? readManifest(manifest) : []
  return {
    ...rest,
    sha256: rest.sha256 === undefined || rest.sha256 === '' ? hashOf(files) : rest.sha256,
    ...(results.length > 0 && { results }),
    ...(typeof manifest === 'string' && { files }),
  }
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]
