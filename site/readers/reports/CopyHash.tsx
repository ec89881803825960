import { useEffect, useState } from 'react'
import { copyText } from '../../kit/browser/index.tsx'

const labels = { ready: 'Copy SHA-256', copied: 'Copied!', failed: 'Select it to copy' } as const

/** Copies the SHA-256 (SPEC §2). */
export const CopyHash = ({ sha256 }: { sha256: string }) => {
  const [copying, setCopying] = useState<{ now: keyof typeof labels }>({ now: 'ready' })
  useEffect(() => {
    if (copying.now === 'ready') return
    const timer = setTimeout(() => setCopying({ now: 'ready' }), 2_000)
    return () => clearTimeout(timer)
  }, [copying])
  const copy = async () => setCopying({ now: (await copyText(sha256)) ? 'copied' : 'failed' })
  return (
    <button type="button" className="needs-script" onClick={() => void copy()}>
      <span aria-live="polite">{labels[copying.now]}</span>
    </button>
  )
}
