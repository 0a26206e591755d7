// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {vm} from "../rig/Vm.sol";
import {CrossingRig} from "./CrossingRig.sol";
import {Cross, ICrossing} from "./ICrossing.sol";
import {Permit2Double} from "./Permit2Double.sol";

/// The entry by Permit2: one signature, of Permit2's own kind, covers the tokens and the order.
contract Permit2Test is CrossingRig {
    Permit2Double private constant PERMIT2 = Permit2Double(0x000000000022D473030F116dDEE9F6B43aC78BA3);

    function setUp() public override {
        super.setUp();
        vm.etch(address(PERMIT2), address(new Permit2Double()).code);
        _approve(owner, address(a), address(PERMIT2));
        _approve(victim, address(a), address(PERMIT2));
        vm.prank(owner);
        a.approve(address(crossing), 0);
    }

    function test_CrossesWithItsFee() public {
        Cross memory order = _signedCross();
        (bool ok, bytes memory answer) = _submit(order, _signed(order));
        if (!ok) _bubble(answer);
        require(a.balanceOf(owner) == HELD - E18 - E18 / 1000, "another cost");
        require(a.balanceOf(relayer) == 1 + E18 / 1000, "not the fee");
        _holdsNothing();
        (ok,) = _submit(order, _signed(order));
        require(!ok, "replayed");
    }

    /// Every word of the order is signed with the tokens.
    function testFuzz_OtherField(uint256 at, uint256 bit) public {
        Cross memory order = _signedCross();
        bytes memory signature = _signed(order);
        (at, bit) = (bound(at, 0, 20), bound(bit, 0, 31));
        assembly {
            let word := add(order, mul(at, 0x20))
            mstore(word, xor(mload(word), shl(bit, 1)))
        }
        (bool ok,) = _submit(order, signature);
        require(!ok && a.balanceOf(owner) == HELD, "crossed by another's word");
    }

    function test_NobodysSignature() public {
        Cross memory order = _signedCross();
        bytes[3] memory signatures = [bytes(""), _signCross(order), new bytes(65)];
        for (uint256 i = 0; i < 3; i++) {
            (bool ok,) = _submit(order, signatures[i]);
            require(!ok, "crossed");
        }
        order.sender = victim; // who has approved both
        for (uint256 i = 0; i < 3; i++) {
            (bool ok,) = _submit(order, signatures[i]);
            require(!ok, "crossed with a victim's tokens");
        }
        require(a.balanceOf(victim) == HELD, "the victim's tokens");
    }

    /// On a network without Permit2 nothing answers, and nothing has come.
    function test_NoPermit2() public {
        Cross memory order = _signedCross();
        bytes memory signature = _signed(order);
        vm.etch(address(PERMIT2), "");
        (bool ok,) = _submit(order, signature);
        require(!ok, "crossed with nothing");
    }

    function test_PermitOfATransferToAnother() public {
        Cross memory order = _signedCross();
        bytes memory signature = _signed(order);
        vm.prank(attacker);
        (bool ok,) = address(PERMIT2).call(
            abi.encodeCall(
                Permit2Double.permitWitnessTransferFrom,
                (
                    _permit(order),
                    Permit2Double.SignatureTransferDetails(attacker, E18),
                    owner,
                    _crossHash(order),
                    _witnessType(),
                    signature
                )
            )
        );
        require(!ok, "another spent it");
    }

    function _submit(Cross memory order, bytes memory signature) private returns (bool, bytes memory) {
        return _call(relayer, 0, abi.encodeCall(ICrossing.crossPermit2, (order, signature, _direct(false), _there())));
    }

    function _permit(Cross memory order) private pure returns (Permit2Double.PermitTransferFrom memory) {
        return Permit2Double.PermitTransferFrom(
            Permit2Double.TokenPermissions(order.fromAsset, order.amountIn + order.swapFee), order.nonce, order.deadline
        );
    }

    function _witnessType() private pure returns (string memory) {
        return string.concat("Cross witness)", TYPE, "TokenPermissions(address token,uint256 amount)");
    }

    function _signed(Cross memory order) private view returns (bytes memory) {
        bytes32 digest = PERMIT2.hashOf(_permit(order), address(crossing), _crossHash(order), _witnessType());
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        return abi.encodePacked(r, s, v);
    }
}
