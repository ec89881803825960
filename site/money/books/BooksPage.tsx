import { type Amount, formatAmount, formatAmounts } from '../../kit/amounts/index.ts'
import { Layout } from '../../kit/browser/index.tsx'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { type BookLine, type BooksPageModel, kindWords } from './model.ts'

/** Where all money came from and where it went, the newest first. */
export const BooksPage = ({ model }: { model: BooksPageModel }) => {
  const { of, sums, lines, next, first, csv, json, isSandbox } = model
  return (
    <Layout>
      <div className="books">
        {of !== null && (
          <p className="eyebrow">
            <a href={paths.books()}>All books</a>
          </p>
        )}
        <h1>{of === null ? 'The books' : of === 'pool' ? 'The books of the pool' : 'The books of a bounty'}</h1>
        {of !== null && of !== 'pool' && (
          <p dir="auto">
            <a href={of.href}>{of.title}</a>
          </p>
        )}
        <p className="lead">
          Every movement of money, as it was booked: no line is ever changed or removed. Who gave is named where they
          wished it.
        </p>
        {isSandbox && <p className="notice">These are a sandbox’s books: no money has moved.</p>}
        <dl className="book-sums">
          <Sum name="Given" amounts={sums.given} />
          <Sum name="Went back" amounts={sums.gone} />
          <Sum name="Awarded to reports" amounts={sums.awarded} />
          <Sum name="Of that, paid" amounts={sums.paidOut} />
          <Sum name={of === null ? 'In all funds now' : 'In it now'} amounts={sums.held} />
          <Sum name="Stripe’s fees" amounts={sums.fees} />
        </dl>
        {lines.length === 0 ? (
          <p className="empty">
            Nothing has been booked here yet. Contributions would stand here, each with its day and its amount.
          </p>
        ) : (
          <Lines lines={lines} withFund={of === null} />
        )}
        {(next !== null || first !== null) && (
          <p className="pager">
            {first !== null && <a href={first}>The newest</a>}
            {next === null ? <span>That is all.</span> : <a href={next}>Older ones</a>}
          </p>
        )}
        <p className="book-files">
          All of it as{' '}
          <a href={csv} download>
            CSV
          </a>{' '}
          or <a href={json}>JSON</a>. Fees are paid by whoever runs this site.{' '}
          <a href={`${paths.about}#money`}>The rule</a>
        </p>
      </div>
    </Layout>
  )
}

/** 22 Nov 2026, in UTC: it fits a phone. */
const dayOf = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at))

const Sum = ({ name, amounts }: { name: string; amounts: readonly Amount[] }) => (
  <div>
    <dt>{name}</dt>
    <dd>{amounts.length === 0 ? '–' : formatAmounts(amounts)}</dd>
  </div>
)

const Lines = ({ lines, withFund }: { lines: readonly BookLine[]; withFund: boolean }) => (
  <table className="book-lines">
    <thead>
      <tr>
        <th scope="col">Day</th>
        <th scope="col">What</th>
        <th scope="col" className="amount">
          Amount
        </th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ at, kind, doi, money, name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list stays in its order.
        <tr key={index}>
          <td>
            <time dateTime={at}>{dayOf(at)}</time>
          </td>
          <td>
            {kindWords[kind]}
            {name !== null && <span dir="auto">{` of ${name}`}</span>}
            {withFund && (
              <small>
                {doi === null ? (
                  <a href={paths.books({ pool: true })}>the pool</a>
                ) : (
                  <a href={paths.books({ doi: storedDoi(doi) })}>{doi}</a>
                )}
              </small>
            )}
          </td>
          <td className="amount">{formatAmount(money)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
