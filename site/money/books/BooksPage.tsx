import { type Amount, formatAmount, formatAmounts } from '../../kit/amounts/index.ts'
import { Layout } from '../../kit/browser/index.tsx'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { dateInWords } from '../../kit/times/index.ts'
import {
  type BalancedLine,
  type BookList,
  type BookPart,
  type BookSums,
  type BooksPageModel,
  kindWords,
} from './model.ts'

/** Where all money came from and where it went, the newest first. */
export const BooksPage = ({ model }: { model: BooksPageModel }) => {
  const { of, sums, lists, first, csv, json, isSandbox } = model
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
          Every movement of money, as it was booked: no line is ever changed or removed. People who gave are named if
          they wished it.
        </p>
        {isSandbox && <p className="notice">These are a sandbox’s books: no money has moved.</p>}
        <Sums sums={sums} isAll={of === null} />
        {lists.map(list => (
          <List key={list.part} list={list} withFund={of === null} />
        ))}
        {first !== null && (
          <p className="pager">
            <a href={first}>The newest of all</a>
          </p>
        )}
        <p className="book-files">
          All of it as{' '}
          <a href={csv} download>
            CSV
          </a>{' '}
          or <a href={json}>JSON</a>. Fees are paid by the people who run this site.{' '}
          <a href={`${paths.about}#money`}>The rule</a>
        </p>
      </div>
    </Layout>
  )
}

const Sum = ({ name, amounts }: { name: string; amounts: readonly Amount[] }) => (
  <div>
    <dt>{name}</dt>
    <dd>{amounts.length === 0 ? '–' : formatAmounts(amounts)}</dd>
  </div>
)

/** What came, went and is there, as a sum that adds up; then what touches no fund. */
const Sums = ({ sums, isAll }: { sums: BookSums; isAll: boolean }) => (
  <>
    <dl className="book-sums">
      <Sum name="Given" amounts={sums.given} />
      {!isAll && sums.moved.length > 0 && <Sum name="Moved from other funds" amounts={sums.moved} />}
      <Sum name="Went back" amounts={negated(sums.gone)} />
      <Sum name="Awarded to reports" amounts={negated(sums.awarded)} />
      <Sum name={isAll ? 'In all funds now' : 'In it now'} amounts={sums.held} />
    </dl>
    <dl className="book-sums is-beside">
      <Sum name="Awards paid so far" amounts={sums.paidOut} />
      <Sum name="Stripe’s fees, borne by those who run this site" amounts={sums.fees} />
    </dl>
  </>
)

const negated = (amounts: readonly Amount[]): Amount[] =>
  amounts.map(({ amount, currency }) => ({ amount: -amount, currency }))

const titles: Readonly<Record<BookPart, string>> = {
  funds: 'The funds',
  payouts: 'Paid to reporters',
  fees: 'Stripe’s fees',
}

const nothing: Readonly<Record<BookPart, string>> = {
  funds: 'Nothing has been booked here yet. Contributions will be listed here, each with its day and its amount.',
  payouts: 'No reporter has been paid yet.',
  fees: 'Stripe has kept nothing yet.',
}

const List = ({ list: { part, lines, next }, withFund }: { list: BookList; withFund: boolean }) => (
  <section aria-labelledby={`books-${part}`}>
    <h2 id={`books-${part}`}>{titles[part]}</h2>
    {lines.length === 0 ? (
      <p className="empty">{nothing[part]}</p>
    ) : (
      <Lines lines={lines} withFund={withFund} hasBalance={part === 'funds'} />
    )}
    {next !== null && (
      <p className="pager">
        <a href={next}>Older ones</a>
      </p>
    )}
  </section>
)

type LinesProps = { lines: readonly BalancedLine[]; withFund: boolean; hasBalance: boolean }

const Lines = ({ lines, withFund, hasBalance }: LinesProps) => (
  <table className="book-lines">
    <thead>
      <tr>
        <th scope="col">Day</th>
        <th scope="col">What</th>
        <th scope="col" className="amount">
          Amount
        </th>
        {hasBalance && (
          <th scope="col" className="amount">
            Balance
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {lines.map(({ at, kind, doi, money, moved, balance, name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list stays in its order.
        <tr key={index}>
          <td>
            <time dateTime={at}>{dateInWords(at)}</time>
          </td>
          <td>
            {kindWords[kind]}
            {money.amount === 0 && `: ${formatAmount(moved)}`}
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
          {balance !== null && <td className="amount">{formatAmount(balance)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)
