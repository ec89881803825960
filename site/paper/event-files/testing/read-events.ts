import { importRecords, type KnownSink, recordFormatOf } from '../index.ts'

const sink: Pick<KnownSink, 'saveUpdates' | 'saveReplications'> = {
  saveUpdates: async rows => rows.length,
  saveReplications: async rows => rows.length,
}

/** Reads a file of events from its bytes and keeps nothing, for the fuzz test. */
export const readEvents = async (bytes: Uint8Array): Promise<void> => {
  const [header = ''] = new TextDecoder().decode(bytes.subarray(0, 8192)).split('\n')
  const format = recordFormatOf(header)
  if (format === null) return
  await importRecords({
    chunks: pieces(bytes),
    format,
    sink,
    onProblem: () => {},
    onSaved: () => {},
    now: () => 0,
  })
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield Buffer.from(bytes.subarray(at, at + 65_536))
}
