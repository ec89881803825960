import { readCodecheck } from '../codecheck.ts'

/** Reads a `codecheck.yml` from its bytes, for the fuzz test. */
export const readCodecheckBytes = (bytes: Uint8Array): unknown =>
  readCodecheck(new TextDecoder().decode(bytes), '10.1000/x')
