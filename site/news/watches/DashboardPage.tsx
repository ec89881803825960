import { useContext } from 'react'
import { ActingFor, Island, Layout, LayoutSlots } from '../../kit/browser/index.tsx'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { ShapeDefinitions } from '../../paper/known/index.tsx'
import type { DashboardModel, FeedModel } from './dashboard-model.ts'
import { WatchList } from './WatchList.tsx'

/** Watched papers with their changes, and the user's other activity. */
export const DashboardPage = ({ model }: { model: DashboardModel }) => {
  const { watched, more, seenUpTo, hasNew, unwatched, parts, feed } = model
  const reader = useContext(LayoutSlots).reader.account
  return (
    <Layout>
      <ShapeDefinitions />
      <div className="dashboard">
        <h1>Dashboard</h1>
        <section aria-labelledby="watched">
          <h2 id="watched">Papers you watch</h2>
          {unwatched !== null && (
            <form className="watch-gone" method="post" action={paths.watch(storedDoi(unwatched.doi))}>
              <ActingFor />
              <span role="status">
                You no longer watch <cite dir="auto">{unwatched.title}</cite>.
              </span>{' '}
              <input type="hidden" name="redirect_url" value={paths.dashboard} />
              <button type="submit" className="as-link">
                Undo
              </button>
            </form>
          )}
          <Island
            name="watch-list"
            of={WatchList}
            props={{ watched, more, seenUpTo, hasNew, seen: paths.dashboardSeen, dashboard: paths.dashboard, reader }}
          />
          {hasNew && (
            <form className="without-script" method="post" action={paths.dashboardSeen}>
              <ActingFor />
              <input type="hidden" name="up_to" value={seenUpTo} />
              <button type="submit">Mark all as seen</button>
            </form>
          )}
        </section>
        {parts.map(({ title, items }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul className="mine">
              {items.map(item => (
                <li key={`${item.path} ${item.words} ${item.when}`}>
                  <a href={item.path} dir="auto">
                    {item.title}
                  </a>
                  <p className="soft">
                    <span dir="auto">{item.words}</span> · {item.when}
                    {item.standing !== null && (
                      <>
                        {' '}
                        · <strong dir="auto">{item.standing}</strong>
                      </>
                    )}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <Yours feed={feed} />
      </div>
    </Layout>
  )
}

const Yours = ({ feed }: { feed: FeedModel }) => (
  <section className="yours" aria-labelledby="yours">
    <h2 id="yours">Notifications</h2>
    <p>
      <a href={paths.mailSettings}>Choose which emails you get and how often</a>. You can also follow your papers in a
      feed reader.
    </p>
    <form id="feed" method="post" action={paths.watchFeed}>
      <ActingFor />
      {feed.address !== null && (
        <>
          <p role="status">
            Anyone with this link can read your feed. Add it to your feed reader now; it won’t be shown again.
          </p>
          <p className="feed-address">
            <a href={feed.address}>{feed.address}</a>
          </p>
        </>
      )}
      <div className="actions">
        <button type="submit" name="action" value="make">
          {feed.exists || feed.address !== null ? 'Create a new link' : 'Create a feed link'}
        </button>
        {(feed.exists || feed.address !== null) && (
          <button type="submit" name="action" value="remove">
            Disable the link
          </button>
        )}
      </div>
      {feed.exists && feed.address === null && (
        <p className="soft">Anyone with this link can read your feed. Creating a new link disables the old one.</p>
      )}
    </form>
    <p>
      <a href={paths.account}>Your account</a>: how you log in, where you are logged in, and a copy of everything we
      keep of you.
    </p>
  </section>
)
