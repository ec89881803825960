import { useEffect, useState, useSyncExternalStore } from 'react'
import { copyText } from './copy-text.ts'

/** SPEC §2, "Share". */
const shareText = 'Help us reproduce all ~100M scientific papers!'
/** SPEC §9. */
const copiedForMs = 2000

type Copying = 'ready' | 'copied' | 'failed'

const labels: Readonly<Record<Copying, string>> = {
  ready: 'Copy URL',
  copied: 'URL copied!',
  failed: 'Copy it from the address bar',
}

/** Sends readers' friends to this page: the address to copy and, where the device can, its own share sheet. */
export const Share = () => {
  const [copying, setCopying] = useState<{ now: Copying }>({ now: 'ready' })
  const canShare = useSyncExternalStore(neverChanges, hasShareSheet, () => false)

  useEffect(() => {
    if (copying.now === 'ready') return
    const timer = setTimeout(() => setCopying({ now: 'ready' }), copiedForMs)
    return () => clearTimeout(timer)
  }, [copying])

  const copy = async () => setCopying({ now: (await copyText(pageUrl())) ? 'copied' : 'failed' })
  // Closing the share sheet is a cancellation, not an error.
  const share = () => navigator.share({ text: shareText, url: pageUrl() }).catch(() => undefined)

  return (
    <details className="disclosure share">
      <summary>Share</summary>
      <p>{shareText}</p>
      <p className="needs-script actions">
        <button type="button" onClick={() => void copy()}>
          <span aria-live="polite">{labels[copying.now]}</span>
        </button>
        {canShare && (
          <button type="button" onClick={() => void share()}>
            Share…
          </button>
        )}
      </p>
      <p className="without-script">Copy the address of this page from the address bar.</p>
    </details>
  )
}

const neverChanges = () => () => undefined
const hasShareSheet = (): boolean => 'share' in navigator

const pageUrl = (): string => location.origin + location.pathname
