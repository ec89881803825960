import { StatusMark } from '../known/index.tsx'
import type { WantedModel } from './models.ts'

/** Papers that people want to know more about. */
export const WantedList = ({ papers }: { papers: readonly WantedModel[] }) => (
  <ul className="found-list">
    {papers.map(({ title, path, status, bounty, interest }) => (
      <li key={path}>
        <a href={path}>
          <span className="found-title" dir="auto">
            {title}
          </span>
          {status !== null && (
            <span className="found-status">
              <StatusMark status={status} />
            </span>
          )}
          <span className="found-by">
            {bounty !== null && <strong className="found-bounty">{`${bounty} offered`}</strong>}
            {interest}
          </span>
        </a>
      </li>
    ))}
  </ul>
)
