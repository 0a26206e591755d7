// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {EvilPool} from "../../test/EvilPool.sol";
import {FeeToken} from "../../test/FeeToken.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {Calls} from "../rig/Calls.sol";
import {Route} from "../rig/Route.sol";
import {Router} from "../rig/Router.sol";
import {Trade} from "../rig/Trade.sol";
import {Vm, vm} from "../rig/Vm.sol";

/// Whatever an attacker passes as a route, only the attacker pays for it.
contract RoutesTest is Trade {
    EvilPool private evil;
    FeeToken private taxed;

    function setUp() public override {
        super.setUp();
        evil = new EvilPool();
        taxed = new FeeToken();
        taxed.mint(address(this), 1e28);
        taxed.mint(attacker, HELD);
        _allow(attacker, address(taxed));
        _pair(address(taxed), address(b));
    }

    function testFuzz_RandomRoute(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        bytes calldata route
    ) public {
        vm.prank(attacker);
        (bool ok,) =
            address(router).call(abi.encodeCall(Router.swap, (tokenIn, tokenOut, amountIn, minOut, recipient, FOREVER, route)));
        require(!ok, "random bytes traded");
        _untouched();
    }

    function testFuzz_StructuredRoute(uint256 seed, uint8 legs, uint8 mode) public {
        evil.set(EvilPool.Mode(mode % 10), tokens()[seed % 4], abi.encode(address(a), victim));
        b.mint(address(evil), E18);
        Ask memory ask = _structured(seed, legs % 5);
        (bool ok, bytes memory answer) = _try(ask);
        if (ok) require(abi.decode(answer, (uint256)) >= ask.minOut, "less than the minimum");
        // it would be wrapped again for the router, where the next caller takes it
        bool bounces = ask.tokenOut == address(0) && ask.recipient == weth;
        require(!(ok && bounces), "native currency was sent to its own wrapped form");
        _untouched();
    }

    /// The same with one byte changed in a valid route.
    function testFuzz_MutatedRoute(uint256 where, uint8 what) public {
        bytes memory route = _split();
        route[where % route.length] = bytes1(what);
        Ask memory ask = _ask(address(a), address(b), E18, route);
        uint256 before = _balance(address(b), receiver);
        uint256 paid = _balance(address(a), payer);
        (bool ok,) = _try(ask);
        require(paid - _balance(address(a), payer) <= (ok ? E18 : 0), "the payer lost more than was sold");
        require(_balance(address(b), receiver) - before >= (ok ? 1 : 0), "less than the minimum");
        _victimUntouched();
    }

    function testFuzz_TruncatedOrExtendedRoute(uint256 length, bytes32 more) public {
        bytes memory route = bytes.concat(_split(), more);
        length = bound(length, 0, route.length);
        assembly {
            mstore(route, length)
        }
        uint256 paid = _balance(address(a), payer);
        (bool ok, bytes memory answer) = _try(_ask(address(a), address(b), E18, route));
        require(ok == (length == 28 || length == 56), "bytes beyond the legs, or half a leg, were acted on");
        if (length % 28 != 0 && length < 56) _same(answer, "MalformedRoute()");
        uint256 sold = length == 28 ? E18 / 2 : E18; // what no leg sells stays with the payer
        require(paid - _balance(address(a), payer) == (ok ? sold : 0), "spent something else");
        _untouched();
    }

    function testFuzz_RawCalldata(bytes calldata data) public {
        vm.prank(attacker);
        (bool ok,) = address(router).call(data);
        ok;
        _untouched();
    }

    function testFuzz_RawCalldataUnderOurSelectors(uint8 which, bytes calldata data) public {
        bytes4[5] memory ours = [
            Router.swap.selector,
            Router.swapWithFee.selector,
            Router.swapWithPermit.selector,
            Router.fillOrder.selector,
            Router.unlockCallback.selector
        ];
        vm.prank(attacker);
        (bool ok,) = address(router).call(abi.encodePacked(ours[which % 5], data));
        require(!ok, "random bytes traded");
        _untouched();
    }

    /// Lengths and offsets near 2^256, where a sum would wrap around.
    function testFuzz_LengthOverflow(uint256 below, bool ofOffset) public {
        below = bound(below, 1, 1024);
        bytes memory data = _calldata(_ask(address(a), address(b), E18, _direct(true)));
        uint256 at = ofOffset ? 0x20 + 4 + 6 * 32 : 0x20 + 4 + 7 * 32;
        assembly {
            mstore(add(data, at), sub(0, below))
        }
        vm.prank(payer);
        (bool ok,) = address(router).call(data);
        require(!ok, "a length beyond the calldata");
        _untouched();
    }

    function test_LengthOverflowOf512() public {
        testFuzz_LengthOverflow(511, false);
        testFuzz_LengthOverflow(511, true);
    }

    /// I9: whatever the route says, the router makes only the listed calls and never delegates.
    function testFuzz_CallsOnlyKnownSelectors(uint256 seed, uint8 legs) public {
        Ask memory ask = _structured(seed, legs % 4);
        vm.startStateDiffRecording();
        _try(ask);
        Vm.AccountAccess[] memory seen = vm.stopAndReturnStateDiff();
        require(Calls.allKnown(seen, address(router)), "delegated, created or destroyed, or an unknown selector");
        _untouched();
    }

    /// A well-formed route that names harmful addresses.
    function _structured(uint256 seed, uint256 legs) private view returns (Ask memory ask) {
        address[11] memory named = _named();
        bytes memory route = seed & 1 == 0 ? bytes("") : abi.encodePacked(weth);
        if (seed & 0x80 != 0) route = bytes.concat(route, Route.THROUGH_ROUTER);
        for (uint256 i = 0; i < legs; i++) {
            uint256 dice = uint256(keccak256(abi.encode(seed, i)));
            uint8 flags = uint8(dice);
            route = bytes.concat(
                route, abi.encodePacked(flags, named[(dice >> 8) % 11], _share(dice >> 16), uint24(dice >> 64))
            );
            if (flags & 2 != 0) {
                route = bytes.concat(
                    route, abi.encodePacked(named[(dice >> 136) % 11], uint24(dice >> 144), named[(dice >> 168) % 11])
                );
            }
            if (flags & 8 != 0) route = bytes.concat(route, abi.encodePacked(named[(dice >> 128) % 11]));
        }
        uint256 ends = uint256(keccak256(abi.encode(seed, "ends")));
        ask = Ask({
            sender: attacker,
            tokenIn: seed & 2 == 0 ? tokens()[ends % 4] : named[ends % 11],
            tokenOut: seed & 4 == 0 ? tokens()[(ends >> 8) % 4] : named[(ends >> 8) % 11],
            amountIn: (ends >> 16) % 1e21,
            minOut: 1 + (ends >> 96) % 1e6,
            recipient: seed & 8 == 0 ? receiver : named[(ends >> 128) % 11],
            value: 0,
            route: route
        });
        if (ask.recipient == victim) ask.recipient = attacker; // a swap may pay the victim
        if (seed & 0x70 == 0) (ask.tokenOut, ask.recipient) = (address(0), weth); // too rare by chance
        if (ask.tokenIn == address(0)) ask.value = ask.amountIn;
    }

    function _share(uint256 dice) private pure returns (uint32) {
        return dice & 1 == 0 ? 0 : uint32(dice);
    }

    function _named() private view returns (address[11] memory) {
        return [
            address(a),
            address(b),
            address(router),
            victim,
            address(evil),
            weth,
            pair[address(a)][address(b)],
            pool[address(a)][address(b)],
            address(taxed),
            address(0),
            attacker
        ];
    }

    function _victimUntouched() private view {
        address[4] memory all = tokens();
        for (uint256 i = 0; i < 4; i++) require(_balance(all[i], victim) == HELD, "the victim's tokens");
    }
}
