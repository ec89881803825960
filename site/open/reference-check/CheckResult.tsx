import type { ReactNode } from 'react'
import { Shape } from '../../paper/known/index.tsx'
import type { Part, Result, Row } from './model.ts'
import { Rows } from './Rows.tsx'

type Props = { action: string; text: string; result: Result; raised: ReactNode }

/** Summary, bar with counts, flagged references, the rest collapsed, and downloads. */
export const CheckResult = ({ action, text, result, raised }: Props) => {
  const { headline, more, parts, toSee, held, fine, missing, unread } = result
  return (
    <section className="check-result" aria-label="What is known of your references">
      <div className={`check-answer is-${parts[0]?.tone ?? 'none'}`}>
        <h2>{headline}</h2>
        <p>{more}</p>
      </div>
      <Bar parts={parts} />
      {raised}
      {toSee.length > 0 && (
        <section aria-labelledby="to-see">
          <h3 id="to-see">{`${countOf(toSee)} to look at yourself`}</h3>
          <p className="check-small">We are not sure that these are your papers, so we say nothing of them here.</p>
          <Rows rows={toSee} />
        </section>
      )}
      <Folded rows={held} words={`that held when others repeated ${held.length === 1 ? 'it' : 'them'}`} />
      <Folded rows={fine} words={`with nothing against ${fine.length === 1 ? 'it' : 'them'}`} />
      <Folded rows={missing} words={missing.length === 1 ? 'that was not found' : 'that were not found'} />
      {unread.length > 0 && (
        <details className="check-folded">
          <summary>{`${unread.length} ${unread.length === 1 ? 'part' : 'parts'} of your list could not be read`}</summary>
          <ul className="check-unread">
            {unread.map(({ line, text, why }) => (
              <li key={line}>
                <p>{`Line ${line}: ${why}`}</p>
                <code dir="auto">{text}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <form className="check-files" method="post" action={action} encType="multipart/form-data">
        <textarea name="text" defaultValue={text} readOnly aria-label="Your references" />
        <button type="submit" name="as" value="notes">
          Bibliography with notes
        </button>
        <button type="submit" name="as" value="csv">
          CSV
        </button>
        <button type="submit" name="as" value="json">
          JSON
        </button>
        <button type="button" className="needs-script" onClick={() => window.print()}>
          Print
        </button>
        <a className="button" href={action}>
          Check another list
        </a>
      </form>
    </section>
  )
}

const countOf = (rows: readonly Row[]): string => `${rows.length} ${rows.length === 1 ? 'reference' : 'references'}`

const Folded = ({ rows, words }: { rows: readonly Row[]; words: string }) =>
  rows.length === 0 ? null : (
    <details className="check-folded">
      <summary>{`${countOf(rows)} ${words}`}</summary>
      <Rows rows={rows} />
    </details>
  )

/** One part for each thing that is known, as long as its number; below it are the numbers. */
const Bar = ({ parts }: { parts: readonly Part[] }) => {
  const all = parts.reduce((sum, { count }) => sum + count, 0)
  let start = 0
  return (
    <>
      <svg className="check-bar" aria-hidden="true">
        {parts.map(({ tone, words, count }) => {
          const length = (count / all) * 100
          const x = start
          start += length
          return (
            <svg key={words} x={`${x}%`} width={`${Math.max(length - 0.3, 0.5)}%`} aria-hidden="true">
              <rect width="100%" height="100%" rx="3" className={`is-${tone}`} />
            </svg>
          )
        })}
      </svg>
      <ul className="check-key">
        {parts.map(({ shape, words, count }) => (
          <li key={words} className={shape === 'missing' ? '' : `is-${shape}`}>
            {shape !== 'missing' && <Shape kind={shape} />}
            <b>{count.toLocaleString('en-US')}</b>
            {` ${words}`}
          </li>
        ))}
      </ul>
    </>
  )
}
