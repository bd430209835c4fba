"""Faults: clean records broken in one known way each, labelled before anybody audits them."""

from ingest.faults.catalogue import CATALOGUE, Fault
from ingest.faults.injector import Injector

__all__ = ["CATALOGUE", "Fault", "Injector"]
