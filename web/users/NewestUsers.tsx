import * as userTexts from "@survey-app/texts/userTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { roleNames } from "../session/roleNames.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Day } from "../ui/Day.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { UserText } from "../ui/UserText.tsx";
import { filteredUsers } from "./users.queries.ts";

const SHOWN = 4;

/** For admins: the number of users and the newest ones. */
export function NewestUsers() {
  const query = useInfiniteQuery(filteredUsers({ role: "", q: "" }));
  if (!query.data) return <QueryFallback query={query} className="h-64 w-full" />;
  const newest = query.data.pages[0]?.rows.slice(0, SHOWN) ?? [];
  return (
    <OverviewSection
      title={userTexts.count(query.data.pages[0]?.total ?? 0)}
      link={{ href: "/dashboard/admin/users", label: userTexts.manage }}
      isCard
    >
      <ul className="divide-y divide-line border-t border-line">
        {newest.map(({ _id, name, photoURL, role, createdAt }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5">
            <span className="inline-flex min-w-0 items-center gap-3 font-medium">
              <Avatar name={name} photo={photoURL} /> <UserText className="min-w-0">{name}</UserText>
            </span>
            <span className="text-sm text-muted">{userTexts.roleAndDay(roleNames[role], <Day at={createdAt} />)}</span>
          </li>
        ))}
      </ul>
    </OverviewSection>
  );
}
