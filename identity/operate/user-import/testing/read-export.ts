import { Readable } from 'node:stream'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { ZodError } from 'zod'
import { checkUser } from '../check-user.ts'
import { exportFormats, type FormatName } from '../exports/index.ts'
import { NotTaken } from '../foreign-user.ts'

const columns = { id: 'id', email: 'email', email_verified: 'verified', hash: 'hash', name: 'name' }

/** Pieces of the size in which files are read, so that a reader that gives up is not held up by the rest. */
function* inPieces(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize)
}
const pieceSize = 64 * 1024

/** Reads a file of users from its bytes, as an import does before it writes them. */
const reader =
  (name: FormatName) =>
  async (bytes: Uint8Array): Promise<void> => {
    const format = exportFormats[name]({ columns: name === 'csv' ? columns : {}, hashConfig: firebaseHash })
    const rows = format.read(Readable.from(inPieces(Buffer.from(bytes))))
    for await (const row of rows) {
      if ('unreadable' in row) continue
      try {
        checkUser(format.toUser(row.value), { roles: ['moderator'], now: 0 })
      } catch (error) {
        if (!(error instanceof NotTaken || error instanceof ZodError || error instanceof OperatorError)) throw error
      }
    }
  }

const firebaseHash = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: AAAA,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`

/** A reader for each kind of file that users are imported from. */
export const { json, auth0, clerk, firebase, supabase, keycloak, stytch, csv } = Object.fromEntries(
  (Object.keys(exportFormats) as FormatName[]).map(name => [name, reader(name)]),
) as Record<FormatName, ReturnType<typeof reader>>
