import { useState } from "react";
import { ActionButton } from "../ui/ActionButton.tsx";
import { ActionsMenu } from "../ui/ActionsMenu.tsx";
import { announce } from "../ui/announcement.ts";
import { Button } from "../ui/Button.tsx";
import type { ButtonLook } from "../ui/buttonLook.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { CopyField } from "../ui/CopyField.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { InlineFormActions } from "../ui/InlineFormActions.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { SectionLinks } from "../ui/SectionLinks.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { TextSizeButton } from "../ui/TextSizeButton.tsx";
import { toast } from "../ui/toast.ts";
import { Specimen, Specimens } from "./Specimen.tsx";

const looks: readonly ButtonLook[] = ["main", "quiet", "plain", "danger", "chip"];
const nothing = () => {};

/** Buttons, links that look like them, and the menus and dialogs that they open. */
export function ButtonSpecimens() {
  return (
    <Specimens title="Buttons and dialogs">
      <Specimen of="Button">
        {looks.map((look) => (
          <div key={look} className="flex flex-wrap items-center gap-3">
            <Button look={look}>Publish</Button>
            <Button look={look} small>
              Publish
            </Button>
            <Button look={look} busy>
              Busy
            </Button>
            <Button look={look} disabled>
              Disabled
            </Button>
          </div>
        ))}
      </Specimen>
      <Specimen of="LinkButton">
        {looks.map((look) => (
          <div key={look} className="flex flex-wrap items-center gap-3">
            <LinkButton href="#content" look={look}>
              All surveys
            </LinkButton>
            <LinkButton href="#content" look={look} small>
              All surveys
            </LinkButton>
          </div>
        ))}
      </Specimen>
      <Specimen of="ActionButton">
        <ActionButton again="Press again to vote">Vote</ActionButton>
      </Specimen>
      <Specimen of="ActionsMenu">
        <ActionsMenu
          label="More actions"
          actions={[
            { label: "Print", name: "Print the result", onChoose: nothing },
            { label: "Delete", name: "Delete the survey", onChoose: nothing },
          ]}
        />
      </Specimen>
      <Specimen of="CopyButton">
        <p>
          ABCD-EFGH <CopyButton text="ABCD-EFGH" label="Copy the code" />
        </p>
      </Specimen>
      <Specimen of="CopyField">
        <CopyField
          label="Link"
          text="https://vote.example.org/v/ABC-DEF"
          copyLabel="Copy link"
          copiedLabel="Copied"
          failedText="The browser doesn't allow copying."
        />
      </Specimen>
      <Specimen of="TextSizeButton">
        <TextSizeButton />
      </Specimen>
      <Specimen of="FormActions">
        <FormActions label="Save" isBusy={false} onCancel={nothing} />
      </Specimen>
      <Specimen of="InlineFormActions">
        <InlineFormActions label="Save" isBusy={false} onCancel={nothing} />
      </Specimen>
      <Specimen of="SectionLinks">
        <SectionLinks
          label="Sections"
          links={[
            { href: "#overview", label: "Overview", isHere: true },
            { href: "#people", label: "People", isHere: false },
          ]}
        />
      </Specimen>
      <Specimen of="Tabs">
        <Tabs
          label="Examples"
          tabs={[
            { title: "First", content: "The first panel." },
            { title: "Second", content: "The second panel." },
          ]}
        />
      </Specimen>
      <Dialogs />
    </Specimens>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<"short" | "confirm" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Specimen of="Dialog">
        <Button look="quiet" onClick={() => setOpen("short")}>
          Open a dialog
        </Button>
        <Dialog
          title="A dialog"
          isOpen={open === "short"}
          onClose={close}
          actions={<Button onClick={close}>Close</Button>}
        >
          <p className="text-muted">It keeps the focus until it is closed.</p>
        </Dialog>
      </Specimen>
      <Specimen of="ConfirmDialog">
        <Button look="quiet" onClick={() => setOpen("confirm")}>
          Ask for a confirmation
        </Button>
        <ConfirmDialog
          title="Delete this survey?"
          isOpen={open === "confirm"}
          look="danger"
          label="Delete"
          failure="The survey is open. Close it first."
          onConfirm={close}
          onClose={close}
        >
          Its votes are deleted with it.
        </ConfirmDialog>
      </Specimen>
      {/* The app renders this one and the toasts, above all pages. */}
      <Specimen of="AnnouncementDialog">
        <Button look="quiet" onClick={() => announce({ title: "Thank you", text: "Your payment has arrived." })}>
          Announce a payment
        </Button>
      </Specimen>
      <Specimen of="Toasts">
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" onClick={() => toast("Saved.")}>
            Say that it is saved
          </Button>
          <Button look="quiet" onClick={() => toast("The survey has been closed meanwhile.", "error")}>
            Say an error
          </Button>
        </div>
      </Specimen>
    </>
  );
}
