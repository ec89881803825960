import { paths } from '../../kit/doi/index.ts'

const tabs = [
  { name: 'queue', label: 'Queue', href: paths.moderate() },
  { name: 'decisions', label: 'Decisions', href: paths.moderated() },
  { name: 'money', label: 'Money', href: paths.moderateMoney() },
  { name: 'statistics', label: 'Public statistics', href: paths.moderation },
] as const

/** Navigation between the pages of a moderator. */
export const ModeratorTabs = ({ here }: { here: 'queue' | 'decisions' | 'money' }) => (
  <nav className="tabs" aria-label="Moderation">
    {tabs.map(({ name, label, href }) => (
      <a key={name} href={href} aria-current={name === here ? 'page' : undefined}>
        {label}
      </a>
    ))}
  </nav>
)
