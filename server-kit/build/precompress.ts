import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(?:m?js|css|svg|json|txt)$/

/** Writes a `.br` and a `.gz`, as small as they get, beside each text file of a folder: serving it compresses nothing. */
export const precompress = async (folder: string): Promise<void> => {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(
    files
      .filter(file => compressible.test(file))
      .map(async file => {
        const path = join(folder, file)
        const plain = await readFile(path)
        const [brotli, gzipped] = await Promise.all([
          promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
          promisify(gzip)(plain, { level: 9 }),
        ])
        await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
      }),
  )
}
