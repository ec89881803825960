import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { itemLines, lineBlocks, parseCrossrefBlock } from '../line-blocks.ts'
import { parseBlock } from '../parse-block.ts'
import { readBytes } from '../read-bytes.ts'

// Readers of bytes that keep nothing, for the fuzz test.

const chunksOf = (bytes: Uint8Array): Readable => Readable.from([Buffer.from(bytes)])

export const readWorks = async (bytes: Uint8Array): Promise<void> => {
  for await (const block of lineBlocks(chunksOf(bytes), () => {})) parseBlock(block, 'import')
}

export const readCrossrefLines = async (bytes: Uint8Array): Promise<void> => {
  for await (const block of lineBlocks(chunksOf(bytes), () => {})) parseCrossrefBlock(block)
}

export const readCrossrefItems = async (bytes: Uint8Array): Promise<void> => {
  for await (const block of lineBlocks(itemLines(chunksOf(bytes)), () => {})) parseCrossrefBlock(block)
}

export const readCompressed = async (bytes: Uint8Array): Promise<void> => {
  const file = join(tmpdir(), randomUUID())
  await writeFile(file, bytes)
  try {
    const { chunks } = await readBytes(file)
    for await (const block of lineBlocks(chunks, () => {})) block.bytes.at(0)
  } finally {
    await rm(file, { force: true })
  }
}
