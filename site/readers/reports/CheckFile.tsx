import { useEffect, useRef, useState } from 'react'
import { DropArea } from './DropArea.tsx'
import type { FileHash } from './manifest.ts'

type Props = { sha256: string; manifest: readonly FileHash[] }

type Check =
  | { kind: 'nothing' }
  | { kind: 'reading'; name: string; size: number; done: number }
  | { kind: 'read'; name: string; sha256: string; match: string | null }
  | { kind: 'failed'; name: string }

/** Compares a file with the fingerprint in this browser; nothing is uploaded. */
export const CheckFile = ({ sha256, manifest }: Props) => {
  const [check, setCheck] = useState<Check>({ kind: 'nothing' })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A file that was chosen before this script arrived counts as chosen now.
    if ((field.current?.files?.length ?? 0) > 0) field.current?.dispatchEvent(new Event('change', { bubbles: true }))
  }, [])
  const stopping = useRef<AbortController | null>(null)
  useEffect(() => () => stopping.current?.abort(), [])

  const compare = async (file: File | undefined) => {
    if (file === undefined) return
    stopping.current?.abort()
    const stopped = new AbortController()
    stopping.current = stopped
    const { name, size } = file
    setCheck({ kind: 'reading', name, size, done: 0 })
    try {
      const { hashFile } = await import('./hash-file.ts')
      const onProgress = (done: number) => setCheck({ kind: 'reading', name, size, done })
      const found = await hashFile(file, { stopped: stopped.signal, onProgress })
      if (stopped.signal.aborted) return
      setCheck(
        found === null
          ? { kind: 'failed', name }
          : { kind: 'read', name, sha256: found, match: matchOf(found, sha256, manifest) },
      )
    } catch {
      setCheck({ kind: 'failed', name })
    }
  }
  return (
    <section className="check-file needs-script" aria-labelledby="check-file-label">
      <h3 id="check-file-label">Is this the same file?</h3>
      <DropArea take={files => void compare(files[0])}>
        <label className="button">
          Check this file against the fingerprint
          <input
            ref={field}
            type="file"
            onChange={event => void compare(event.target.files?.[0])}
            aria-label="Check this file against the fingerprint"
          />
        </label>
        <span>or drop it here. The file is not uploaded.</span>
      </DropArea>
      <div role="status">
        <Said check={check} />
      </div>
    </section>
  )
}

const Said = ({ check }: { check: Check }) => {
  switch (check.kind) {
    case 'nothing':
      return null
    case 'reading':
      return <progress max={check.size || 1} value={check.done} aria-label={`Reading ${check.name}`} />
    case 'failed':
      return <p className="problem">{`${check.name} could not be read. Choose it again.`}</p>
    case 'read':
      return (
        <>
          {check.match === null ? (
            <p className="check-no">{`No match. ${check.name} is not the reported file.`}</p>
          ) : (
            <p className="check-yes">{`Match. ${check.name} is ${check.match}.`}</p>
          )}
          <p className="fingerprint">
            <code>{check.sha256}</code>
          </p>
        </>
      )
  }
}

/** Describes the matching file of the report; null for none. */
const matchOf = (found: string, sha256: string, manifest: readonly FileHash[]): string | null => {
  const file = manifest.find(each => each.sha256 === found)
  if (file !== undefined) return manifest.length === 1 ? 'the reported file' : `${file.name} of the report`
  return found === sha256 ? 'the reported package' : null
}
