import { type FormEvent, useState } from "react";

/** Blocks the submission of a form while one of its fields is not ready; shows the reason after an attempt. */
export function useSubmitBlock(submit: (event: FormEvent) => void) {
  const [block, setBlock] = useState<string | null>(null);
  const [wasTried, setTried] = useState(false);
  function onSubmit(event: FormEvent) {
    setTried(block !== null);
    if (block === null) submit(event);
    else event.preventDefault();
  }
  return { onSubmit, block, setBlock, notice: wasTried ? block : null };
}
