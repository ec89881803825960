import { Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import type { PrivacyModel } from './privacy-model.ts'

/** What is kept of readers, for how long, and who sees it. A change of what is kept changes this page. */
export const PrivacyPage = ({ model: { analytics, contact, kept, outside } }: { model: PrivacyModel }) => (
  <Layout>
    <article className="prose">
      <h1>Privacy</h1>
      <p className="lead">
        You can search and read everything here without an account and without a cookie. What is kept begins when you do
        something.
      </p>

      <h2>When you read</h2>
      <ul>
        <li>
          The server’s log has a line for each request: when, which page, how long it took, and your internet address.
          The people who run this site decide how long the log is kept. Addresses are also counted in memory for up to
          an hour, so that nobody can take the site for themselves alone.
        </li>
        <li>
          References that you check are read and forgotten: nothing of them is kept. Which of them you know of is
          remembered by your browser alone.
        </li>
        {outside.length > 0 && (
          <li>
            When a paper or your words are not in our own index, our server asks {outside.join(' and ')} about them.
            They see our server, not you. What they answer to a search is kept without who asked.
          </li>
        )}
        <li>
          {analytics === null
            ? 'Visits are reported to nobody, and no page loads anything from another company.'
            : `That you voted, signed up or logged in, and how you closed the form, is reported to ${analytics}, with a random number of your browser and, when you are logged in, your name and address. What you read and search is not.`}
        </li>
      </ul>

      <h2>When you vote or write a note without an account</h2>
      <ul>
        <li>
          Your browser gets a random number in a cookie (“visitor”), for 400 days. We keep a hash of it beside your
          votes and notes, so that you can change them. Nothing else says whose they are.
        </li>
        <li>
          A second cookie (“yours”) says that your browser adds your own vote and name to a page by itself. It holds a
          word made up for that, which says nothing about you.
        </li>
        <li>
          Others see how many voted how, never who. They see a note, once a moderator let it through, with the name you
          gave.
        </li>
        <li>
          Votes and notes stay until you take them back. Your browser also remembers your vote for as long as its tab is
          open.
        </li>
      </ul>

      <h2>When you contribute money</h2>
      <ul>
        <li>
          You pay at Stripe, which keeps what its own privacy notice says; this site never sees your card. We keep how
          much you gave, to what and when, the hash of your browser’s number or your account, the language of your
          browser, and the address that you gave Stripe, to send you the receipt and what happens to your money.
        </li>
        <li>
          Others see the amount. They see a name and a message only if you typed them for that, once a moderator let
          them through. Your address is never shown.
        </li>
        <li>
          If you are awarded money for a report, we keep how you want to be paid: your account’s number at Stripe, or
          what you write for payment by hand, which moderators and the people who run this site see until you are paid,
          and which is erased then.
        </li>
        <li>
          The books of what came and went stay for good, and name nobody. When your account is deleted, name, message,
          address and whose it was are taken off what you contributed.
        </li>
      </ul>

      <h2>When you watch papers</h2>
      <ul>
        <li>
          What you watch, since when, and what of it you have seen is kept with your account. Others see how many watch
          a paper, never who.
        </li>
        <li>
          Mails about these papers go to your confirmed address. We keep what you want to be written to about, in which
          language, and a line for each thing you were told, so that nothing is told twice. The mails hold no picture
          and no link that reports that you opened them. Each has a link that ends them all, without logging in, and you
          choose among them under <a href={paths.mailSettings}>mails</a>.
        </li>
        <li>
          A feed of your own has a secret address: anyone who has it can read what happens to the papers you watch. We
          keep a hash of it only. A new address ends the old one, and you can have none. Feeds that are the same for
          everybody need no account.
        </li>
        <li>
          When you stop watching a paper, that is deleted at once; what you were told of stays as long as your account.
        </li>
      </ul>

      <h2>When you have an account</h2>
      <ul>
        <li>
          Your address, your name if you gave one, and when you were here last are kept by the sign-in service that
          comes with this site. It keeps passwords as hashes only; <a href="#kept">how long each thing</a> is said
          below.
        </li>
        <li>
          Cookies keep you logged in; your browser’s storage holds the same session for the form, and what you type and
          have not sent, for thirty days, for your account alone. All of it goes when you log out.
        </li>
        <li>
          What you voted before, in the same browser, becomes your account’s. Others see only that such votes come from
          accounts.
        </li>
        <li>
          Moderators see what you wrote and whether your account is confirmed. Each of their decisions is logged, and
          mailed to you where you have given an address. What you report as a problem is kept with the address that the
          answer goes to.
        </li>
        <li>
          A claim or a report of a reproduction is kept with the name and the mail address you give in it. Moderators
          see both; others see a report once a moderator let it through. A draft of one is kept until it is sent. What
          an assistant drafts for you is seen by you alone, and deleted after a while unless you send it.
        </li>
        <li>
          What everybody sees here can be given away as a whole, with the names beside it. Who has such a copy keeps it,
          also when a name is taken off here.
        </li>
        <li>
          You see and change all of it under <a href={paths.account}>your account</a>: where you are logged in, what
          happened lately, a copy of everything, and its end. Of each log-in the sign-in service keeps when, by what,
          from which internet address and with which browser.
        </li>
        <li>
          When you delete your account, so are drafts, what still waits, and all about what you watch. Your votes, and
          notes and reports that others can see, stay without your name and address; such votes count like those without
          an account. A log of what was done to the account stays with those who run this site for a time.
          {contact !== null && (
            <>
              {' '}
              Write to <a href={`mailto:${contact}`}>{contact}</a> if you cannot log in to it.
            </>
          )}
        </li>
      </ul>

      <h2 id="kept">What is kept of you, and how long</h2>
      <p>
        Each of these is deleted by itself when its time is over, in the hours after. Copies that the people who run
        this site make for emergencies live as long as they decide.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">How long</th>
          </tr>
        </thead>
        <tbody>
          {kept.map(({ what, howLong }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{howLong}</td>
            </tr>
          ))}
        </tbody>
      </table>

      <h2>Who sees it</h2>
      <p>
        The people who run this site, and the machines it runs on. Nothing is sold or shared. Mail leaves through the
        mail server that the site is set up with.
      </p>
      <p>
        How the answer about a paper is made is said under <a href={paths.about}>about</a>.
      </p>
    </article>
  </Layout>
)
