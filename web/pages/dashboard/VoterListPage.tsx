import { VoterListHome } from "../../invitations/voterLists/VoterListHome.tsx";
import type { PageProps } from "../../routing/page.ts";

export function VoterListPage({ params: { id = "" } }: PageProps) {
  return <VoterListHome key={id} id={id} />;
}
