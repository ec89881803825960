import { useState } from 'react'
import { type Entries, filledResults } from './entries.ts'
import { type Fingerprint, fingerprintInWords } from './fingerprint.ts'
import { outcomeHeadline } from './outcome-words.ts'
import { platformNames } from './report.ts'
import { steps } from './steps.ts'

type Props = {
  entries: Entries
  fingerprint: Fingerprint
  /** True once the step is reached, from when it shows a summary of the other steps. */
  isReached: boolean
  doi: string
  paperTitle: string | null
  /** URL of the paper's citation as CSL-JSON, for its authors. */
  citation: string
  /** Login URL; null if signed in. */
  login: string | null
  /** They were signed in, and their session has ended: the report is sent once they are again. */
  isSignedOut: boolean
  goTo: (step: number) => void
}

/** Everything once more, as it will be sent. */
export const FinalStep = ({
  entries,
  fingerprint,
  isReached,
  doi,
  paperTitle,
  citation,
  login,
  isSignedOut,
  goTo,
}: Props) => (
  <>
    {isReached && <Review entries={entries} fingerprint={fingerprint} goTo={goTo} />}
    {isReached && <CodecheckDownload entries={entries} doi={doi} paperTitle={paperTitle} citation={citation} />}
    <p className="hint">
      A moderator reviews the report before it is published at a permanent address. Everything except your email address
      becomes public.
    </p>
    {login !== null && (
      <p className="wizard-login needs-script">
        <a className="button main" href={login} data-wish={isSignedOut ? 'report' : undefined} data-doi={doi}>
          Log in to submit
        </a>
        <span className="hint" role={isSignedOut ? 'alert' : undefined}>
          {isSignedOut ? 'Your session has ended. Log in to submit your report.' : 'What you have entered is kept.'}
        </span>
      </p>
    )}
  </>
)

const Review = ({ entries, fingerprint, goTo }: Pick<Props, 'entries' | 'fingerprint' | 'goTo'>) => {
  const results = filledResults(entries.results)
  const rows: readonly [(typeof steps)[number], string, string][] = [
    ['basics', 'Reported by', entries.auditorName],
    ['environment', 'Platform', entries.platform === '' ? '' : platformNames[entries.platform]],
    ['environment', 'Environment details', entries.environmentDetails],
    ['methods', 'Approach', entries.approach],
    ['methods', 'Code changes', entries.codeChanges],
    ['results', 'Outcome', entries.status === '' ? '' : outcomeHeadline(entries.status, results)],
    ['results', 'Report', entries.auditReport],
    ['artifacts', 'Package', entries.reproducibilityPackage],
    ['artifacts', 'Files', entries.files.map(({ name }) => name).join(', ')],
    ['artifacts', 'Fingerprint', fingerprintInWords(fingerprint)],
  ]
  return (
    <dl className="review">
      {rows
        .filter(([, , value]) => value.trim() !== '')
        .map(([step, label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
            <dd>
              <button
                type="button"
                className="as-link"
                onClick={() => goTo(steps.indexOf(step))}
                aria-label={`Change ${label}`}
              >
                Change
              </button>
            </dd>
          </div>
        ))}
    </dl>
  )
}

const CodecheckDownload = ({
  entries,
  doi,
  paperTitle,
  citation,
}: Pick<Props, 'entries' | 'doi' | 'paperTitle' | 'citation'>) => {
  const [failed, setFailed] = useState(false)
  const save = async () => {
    try {
      const [{ writeCodecheck }, { readAuthors }] = await Promise.all([
        import('./codecheck.ts'),
        import('./read-authors.ts'),
      ])
      const { auditorName, auditReport, reproducibilityPackage, status, results, files } = entries
      const text = writeCodecheck({
        doi,
        paperTitle,
        authors: await readAuthors(citation),
        name: auditorName.trim() === '' ? null : auditorName.trim(),
        status,
        auditReport,
        reproducibilityPackage: reproducibilityPackage.trim() === '' ? null : reproducibilityPackage.trim(),
        results: filledResults(results),
        files,
        checkedAt: null,
        report: null,
      })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }))
      link.download = 'codecheck.yml'
      link.click()
      URL.revokeObjectURL(link.href)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return (
    <p>
      <button type="button" onClick={() => void save()}>
        Download as codecheck.yml
      </button>
      <span role="status" className="problem">
        {failed && ' The file could not be created. Try again.'}
      </span>
    </p>
  )
}
