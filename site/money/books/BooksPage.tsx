import { type Amount, formatAmount, formatAmounts } from '../../kit/amounts/format.ts'
import { SideLayout } from '../../kit/browser/index.tsx'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { formatDate } from '../../kit/times/times.ts'
import {
  type BalancedLine,
  type BookList,
  type BookPart,
  type BookSums,
  type BooksPageModel,
  kindWords,
} from './model.ts'

/** Ledger of all funds or of one: its sums, and its entries, newest first. */
export const BooksPage = ({ model }: { model: BooksPageModel }) => {
  const { of, sums, lists, first, csv, json, isSandbox } = model
  return (
    <SideLayout
      className="books"
      eyebrow={
        of !== null && (
          <p className="eyebrow">
            <a href={paths.books()}>Full ledger</a>
          </p>
        )
      }
      heading={of === null ? 'Ledger' : of === 'pool' ? 'Ledger of the pool' : 'Ledger of a bounty'}
      lead={
        of !== null && of !== 'pool' ? (
          <a href={of.href} dir="auto">
            {of.title}
          </a>
        ) : (
          'Every transaction, newest first. Entries are never changed or removed. Contributors are named only if they chose to be.'
        )
      }
      side={
        <>
          {isSandbox && <p className="books-sandbox">Sandbox: no money has moved.</p>}
          <Sums sums={sums} isAll={of === null} />
          <p className="side-more">
            Download:{' '}
            <a href={csv} download>
              CSV
            </a>
            {' · '}
            <a href={json}>JSON</a>
          </p>
          <p className="side-more">
            The operators pay all fees. <a href={`${paths.about}#money`}>How bounties work</a>
          </p>
        </>
      }
    >
      {lists.map(list => (
        <List key={list.part} list={list} withFund={of === null} />
      ))}
      {first !== null && (
        <p className="pager">
          <a href={first}>First page</a>
        </p>
      )}
    </SideLayout>
  )
}

const Sum = ({ name, amounts }: { name: string; amounts: readonly Amount[] }) => (
  <div>
    <dt>{name}</dt>
    <dd>{amounts.length === 0 ? '–' : formatAmounts(amounts)}</dd>
  </div>
)

/** Sums of the fund, which add up to its balance; then payouts and fees, which touch no fund. */
const Sums = ({ sums, isAll }: { sums: BookSums; isAll: boolean }) => (
  <>
    <dl className="book-sums">
      <Sum name="Contributed" amounts={sums.given} />
      {!isAll && sums.moved.length > 0 && <Sum name="Transferred from other funds" amounts={sums.moved} />}
      <Sum name="Refunded" amounts={negated(sums.gone)} />
      <Sum name="Awarded" amounts={negated(sums.awarded)} />
      <Sum name={isAll ? 'Balance of all funds' : 'Balance'} amounts={sums.held} />
    </dl>
    <dl className="book-sums is-beside">
      <Sum name="Paid out" amounts={sums.paidOut} />
      <Sum name="Stripe fees, paid by the operators" amounts={sums.fees} />
    </dl>
  </>
)

const negated = (amounts: readonly Amount[]): Amount[] =>
  amounts.map(({ amount, currency }) => ({ amount: -amount, currency }))

const titles: Readonly<Record<BookPart, string>> = {
  funds: 'Funds',
  payouts: 'Payouts',
  fees: 'Stripe fees',
}

const nothing: Readonly<Record<BookPart, string>> = {
  funds: 'No transactions yet. Contributions appear here with their date and amount.',
  payouts: 'No payouts yet.',
  fees: 'No fees yet.',
}

const List = ({ list: { part, lines, next }, withFund }: { list: BookList; withFund: boolean }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page is scrolled with the keyboard, too.
  <section className="list-part book-list" tabIndex={0} aria-labelledby={`books-${part}`}>
    <h2 id={`books-${part}`}>{titles[part]}</h2>
    {lines.length === 0 ? (
      <p className="empty">{nothing[part]}</p>
    ) : (
      <Lines lines={lines} withFund={withFund} hasBalance={part === 'funds'} />
    )}
    {next !== null && (
      <p className="pager">
        <a href={next}>Older entries</a>
      </p>
    )}
  </section>
)

type LinesProps = { lines: readonly BalancedLine[]; withFund: boolean; hasBalance: boolean }

const Lines = ({ lines, withFund, hasBalance }: LinesProps) => (
  <table className="book-lines">
    <thead>
      <tr>
        <th scope="col">Date</th>
        <th scope="col">Transaction</th>
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
            <time dateTime={at}>{formatDate(at)}</time>
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
