"""Show one piece of evidence, as it is kept.

Its bytes may have come from anybody: they are for saving, never for showing as a page of ours.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.controls.reports.histories import Evidence, evidence_key
from belfry.kernel.errors import NotFound
from belfry.ports.files import BlobStore
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class EvidenceShown:
    """`content` is empty for a mere note."""

    evidence: Evidence
    content: bytes


@dataclass(frozen=True, slots=True)
class ShowEvidence:
    store: Store
    blobs: BlobStore

    def __call__(self, control_id: str, number: int) -> EvidenceShown:
        evidence = self.store.find(Evidence, evidence_key(control_id, number))
        if evidence is None:
            raise NotFound(f"there is no evidence {number} of {control_id!r}")
        content = self.blobs.get(evidence.blob_name) if evidence.digest else b""
        return EvidenceShown(evidence, content)
