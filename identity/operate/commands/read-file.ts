import { OperatorError } from '@corroborate/server-kit/operator-error'

/**
 * Does something with the file that a command names, as `open` gives it.
 * @throws OperatorError when it cannot be read
 */
export const readFileNamed = async <Result>(
  { open }: { open: (name: string) => NodeJS.ReadableStream },
  file: string,
  work: (input: NodeJS.ReadableStream) => Promise<Result>,
): Promise<Result> => {
  const input = open(file)
  const failed = new Promise<never>((_, reject) => input.once('error', reject))
  try {
    return await Promise.race([work(input), failed])
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
    throw new OperatorError(`${file} cannot be read (${String(error.code)}).`)
  }
}
