import type { PageProps } from "../../routing/page.ts";
import { VoterListHome } from "./VoterListHome.tsx";

export function VoterListPage({ params: { id = "" } }: PageProps) {
  return <VoterListHome key={id} id={id} />;
}
