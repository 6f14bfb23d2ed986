// Answers one JSON line with another: what the Go project's own transparent log says of a tree.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type question struct {
	Ask    string   `json:"ask"`
	Leaves [][]byte `json:"leaves"` // events of the tree, for "grow"
	Index  int64    `json:"index"`  // a leaf, from 0
	From   int64    `json:"from"`   // size of the older tree
	Size   int64    `json:"size"`
	Level  int      `json:"level"` // of a tile
	Width  int      `json:"width"` // of a tile
	Leaf   []byte   `json:"leaf"`  // hash
	Old    []byte   `json:"old"`   // root
	Root   []byte   `json:"root"`
	Proof  [][]byte `json:"proof"`
	Note   string   `json:"note"`
	Key    string   `json:"key"` // of whom is known, with spaces between
}

type answer struct {
	Root  []byte   `json:"root,omitempty"`
	Proof [][]byte `json:"proof,omitempty"`
	Tile  []byte   `json:"tile,omitempty"`
	Text  string   `json:"text,omitempty"`
	Size  int64    `json:"size,omitempty"`
	Names []string `json:"names,omitempty"` // of those who signed
	Fault string   `json:"fault,omitempty"`
}

type hashes []tlog.Hash

func (stored hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	found := make([]tlog.Hash, 0, len(indexes))
	for _, index := range indexes {
		if index >= int64(len(stored)) {
			return nil, fmt.Errorf("no hash %d", index)
		}
		found = append(found, stored[index])
	}
	return found, nil
}

var (
	stored hashes
	size   int64
)

func main() {
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := json.NewEncoder(os.Stdout)
	for {
		var q question
		if in.Decode(&q) != nil {
			return
		}
		a, err := reply(q)
		if err != nil {
			a = answer{Fault: err.Error()}
		}
		if out.Encode(a) != nil {
			return
		}
	}
}

func reply(q question) (answer, error) {
	switch q.Ask {
	case "new":
		stored, size = nil, 0
		return answer{}, nil
	case "grow":
		return answer{}, grow(q.Leaves)
	case "root":
		root, err := tlog.TreeHash(q.Size, stored)
		return answer{Root: root[:]}, err
	case "inclusion":
		proof, err := tlog.ProveRecord(q.Size, q.Index, stored)
		return answer{Proof: bytesOf(proof)}, err
	case "consistency":
		proof, err := tlog.ProveTree(q.Size, q.From, stored)
		return answer{Proof: bytesOf(proof)}, err
	case "tile":
		data, err := tlog.ReadTileData(tlog.Tile{H: 8, L: q.Level, N: q.Index, W: q.Width}, stored)
		return answer{Tile: data}, err
	case "check-inclusion":
		return answer{}, tlog.CheckRecord(hashesOf(q.Proof), q.Size, hashOf(q.Root), q.Index, hashOf(q.Leaf))
	case "check-consistency":
		return answer{}, tlog.CheckTree(hashesOf(q.Proof), q.Size, hashOf(q.Root), q.From, hashOf(q.Old))
	case "note":
		return open(q)
	}
	return answer{}, fmt.Errorf("no such question: %s", q.Ask)
}

func grow(leaves [][]byte) error {
	for _, leaf := range leaves {
		more, err := tlog.StoredHashes(size, leaf, stored)
		if err != nil {
			return err
		}
		stored = append(stored, more...)
		size++
	}
	return nil
}

// open checks the signatures and reads the checkpoint; the text must be a tree's description below an origin.
func open(q question) (answer, error) {
	var known []note.Verifier
	for _, key := range strings.Fields(q.Key) {
		verifier, err := note.NewVerifier(key)
		if err != nil {
			return answer{}, err
		}
		known = append(known, verifier)
	}
	opened, err := note.Open([]byte(q.Note), note.VerifierList(known...))
	if err != nil {
		return answer{}, err
	}
	var origin, root string
	var of int64
	if _, err := fmt.Sscanf(opened.Text, "%s\n%d\n%s\n", &origin, &of, &root); err != nil {
		return answer{}, err
	}
	decoded, err := base64.StdEncoding.DecodeString(root)
	var names []string
	for _, each := range opened.Sigs {
		names = append(names, each.Name)
	}
	return answer{Text: opened.Text, Size: of, Root: decoded, Names: names}, err
}

func hashOf(bytes []byte) (hash tlog.Hash) {
	copy(hash[:], bytes)
	return hash
}

func hashesOf(all [][]byte) []tlog.Hash {
	hashes := make([]tlog.Hash, len(all))
	for i, each := range all {
		hashes[i] = hashOf(each)
	}
	return hashes
}

func bytesOf(all []tlog.Hash) [][]byte {
	bytes := make([][]byte, len(all))
	for i := range all {
		bytes[i] = all[i][:]
	}
	return bytes
}
