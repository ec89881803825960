import { StatusMark } from '../known/index.tsx'
import type { WantedModel } from './models.ts'

/** Papers that people want to know more about. */
export const WantedList = ({ papers }: { papers: readonly WantedModel[] }) => (
  <ul className="found-list">
    {papers.map(({ title, path, status, interest }) => (
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
          <span className="found-by">{interest}</span>
        </a>
      </li>
    ))}
  </ul>
)
