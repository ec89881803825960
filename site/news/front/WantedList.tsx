import { StatusMark } from '../../paper/known/index.tsx'
import type { WantedModel } from './models.ts'

/** Papers that people want to know more about. */
export const WantedList = ({ papers }: { papers: readonly WantedModel[] }) => (
  <ul className="found-list">
    {papers.map(({ title, path, status, bounty, interest }) => (
      <li key={path}>
        <a href={path}>
          <span className="found" dir="auto">
            <span className="found-title">{title}</span>
            {status !== null && (
              <span className="found-status" dir="ltr">
                <StatusMark status={status} />
              </span>
            )}
            <span className="found-by" dir="ltr">
              {bounty !== null && <strong className="found-bounty">{`${bounty} offered`}</strong>}
              {interest}
            </span>
          </span>
        </a>
      </li>
    ))}
  </ul>
)
