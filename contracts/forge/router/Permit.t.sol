// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PermitToken} from "../../test/PermitToken.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {NoisyToken, PhantomToken} from "../mocks/Permits.sol";
import {Order, Router} from "../rig/Router.sol";
import {Route} from "../rig/Route.sol";
import {Signed} from "../rig/Signed.sol";
import {vm} from "../rig/Vm.sol";

/// Signed approvals: only the payer's, only of the input token, and never decisive.
contract PermitTest is Signed {
    PermitToken private token;

    function setUp() public override {
        super.setUp();
        token = new PermitToken();
        _list(token);
        token.mint(owner, HELD);
        token.mint(victim, HELD);
        token.mint(attacker, HELD);
    }

    function testFuzz_Eip2612(uint256 amountIn) public {
        amountIn = bound(amountIn, 1e4, HELD);
        bytes memory permit = _eip2612(KEY, owner, amountIn, FOREVER);
        require(_sell(owner, token, amountIn, permit), "was refused");
        require(token.balanceOf(owner) == HELD - amountIn && token.allowance(owner, address(router)) == 0, "another cost");
    }

    function test_Dai() public {
        require(_sell(owner, token, E18, _dai(KEY, owner, FOREVER)), "was refused");
        require(token.allowance(owner, address(router)) == type(uint256).max, "not DAI's");
    }

    /// A front-runner submits the permit first: it fails in the swap, and the swap succeeds.
    function test_PermitAlreadySpentByAFrontRunner() public {
        bytes memory permit = _eip2612(KEY, owner, E18, FOREVER);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, _eip2612Digest(owner, E18, FOREVER));
        vm.prank(attacker);
        token.permit(owner, address(router), E18, FOREVER, v, r, s);
        require(_sell(owner, token, E18, permit), "was refused");
        require(!_sell(owner, token, E18, permit), "sold twice by one permit");
    }

    function test_PermitThatIsLateOrOfAnotherDecidesNothing() public {
        require(!_sell(owner, token, E18, _eip2612(KEY, owner, E18, NOW - 1)), "late");
        require(!_sell(owner, token, E18, _eip2612(KEY + 1, owner, E18, FOREVER)), "of another key");
        vm.prank(owner);
        token.approve(address(router), E18);
        require(_sell(owner, token, E18, _eip2612(KEY, owner, E18, NOW - 1)), "approved anyway");
    }

    /// A victim's permit in an attacker's swap: the permit names the payer, who is the attacker.
    function test_SomebodyElsesPermit() public {
        bytes memory permit = _eip2612(KEY, owner, HELD, FOREVER);
        require(!_sell(attacker, token, E18, permit), "went through");
        require(token.allowance(owner, address(router)) == 0 && token.balanceOf(owner) == HELD, "the owner's");
    }

    /// The token accepts any permit call; the victim has approved the router without limit; the caller has nothing.
    function test_PhantomPermitWithAVictimsApproval() public {
        PhantomToken phantom = new PhantomToken();
        _list(phantom);
        phantom.mint(victim, HELD);
        _allow(victim, address(phantom));
        require(!_sell(attacker, phantom, E18, _eip2612(KEY, victim, HELD, FOREVER)), "went through");
        require(!_sell(attacker, phantom, E18, _dai(KEY, victim, FOREVER)), "went through");
        require(phantom.balanceOf(victim) == HELD, "the victim's tokens");
        Order memory order = _order();
        (order.sender, order.fromAsset) = (victim, address(phantom));
        bytes memory data = abi.encodeCall(
            Router.fillOrder, (order, _sign(order), _eip2612(KEY, victim, HELD, FOREVER), _route(phantom))
        );
        vm.prank(attacker);
        (bool ok,) = address(router).call(data);
        require(!ok && phantom.balanceOf(victim) == HELD, "the victim's tokens");
    }

    function test_NoisyAnswerIsNotRead() public {
        NoisyToken noisy = new NoisyToken();
        _list(noisy);
        noisy.mint(owner, HELD);
        _allow(owner, address(noisy));
        require(_sell(owner, noisy, E18, _dai(KEY, owner, FOREVER)), "was refused");
    }

    function testFuzz_PermitOfAnyOtherLength(bytes calldata permit) public {
        vm.assume(permit.length != 0 && permit.length != 102 && permit.length != 76);
        bytes memory data = _calldata(owner, token, E18, permit);
        vm.prank(owner);
        (bool ok, bytes memory answer) = address(router).call(data);
        require(!ok, "was not refused");
        _same(answer, "MalformedPermit()");
    }

    function testFuzz_RandomPermitMovesNothing(bytes32[3] calldata words, uint48 last, bool dai) public {
        bytes memory permit = bytes.concat(abi.encodePacked(words), abi.encodePacked(last));
        if (dai) {
            assembly {
                mstore(permit, 76)
            }
        }
        require(!_sell(attacker, token, E18, permit), "went through");
        require(token.allowance(attacker, address(router)) == 0, "allowed");
        _untouched();
    }

    /// Lengths and offsets near 2^256 of signature, permit and route of an order.
    function testFuzz_LengthOverflow(uint256 below, uint256 which, bool ofOffset) public {
        below = bound(below, 1, 1024);
        which = bound(which, 0, 2);
        bytes memory route = _direct(true);
        Order memory order = _order();
        bytes memory data = abi.encodeCall(Router.fillOrder, (order, _sign(order), "", route));
        uint256 head = 0x20 + 4 + 12 * 32 + which * 32;
        assembly {
            let at := add(data, head)
            if iszero(ofOffset) { at := add(add(data, 0x24), mload(at)) }
            mstore(at, sub(0, below))
        }
        vm.prank(relayer);
        (bool ok,) = address(router).call(data);
        require(!ok && a.balanceOf(owner) == HELD, "a length beyond the calldata");
    }

    function test_OrderWithPermit() public {
        Order memory order = _order();
        (order.fromAsset, order.affiliateFee) = (address(token), 0);
        uint256 cost = order.amountIn + order.swapFee;
        bytes memory permit = _eip2612(KEY, owner, cost, FOREVER);
        bytes memory data = abi.encodeCall(Router.fillOrder, (order, _sign(order), permit, _route(token)));
        vm.prank(relayer);
        (bool ok,) = address(router).call(data);
        require(ok && token.balanceOf(owner) == HELD - cost && token.balanceOf(relayer) == order.swapFee, "another cost");
        require(token.allowance(owner, address(router)) == 0, "an allowance is left");
    }

    function _list(PlainToken listed) private {
        listed.mint(address(this), 1e28);
        _pair(address(listed), address(b));
    }

    function _sell(address sender, PlainToken sold, uint256 amountIn, bytes memory permit) private returns (bool ok) {
        bytes memory data = _calldata(sender, sold, amountIn, permit);
        vm.prank(sender);
        (ok,) = address(router).call(data);
    }

    function _calldata(address, PlainToken sold, uint256 amountIn, bytes memory permit)
        private
        view
        returns (bytes memory)
    {
        return abi.encodeCall(
            Router.swapWithPermit,
            (address(sold), address(b), amountIn, 1, receiver, FOREVER, 0, _route(sold), permit)
        );
    }

    function _route(PlainToken sold) private view returns (bytes memory) {
        return Route.push(Route.TO_RECIPIENT, pair[address(sold)][address(b)], address(sold), address(b), 0);
    }

    function _eip2612(uint256 key, address from, uint256 value, uint256 until) private view returns (bytes memory) {
        return abi.encodePacked(value, uint48(until), _packed(key, _eip2612Digest(from, value, until)));
    }

    function _dai(uint256 key, address from, uint256 until) private view returns (bytes memory) {
        uint256 nonce = token.nonces(from);
        bytes32 kind = keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)");
        bytes32 digest = _digestOf(keccak256(abi.encode(kind, from, address(router), nonce, until, true)));
        return abi.encodePacked(uint48(nonce), uint48(until), _packed(key, digest));
    }

    function _eip2612Digest(address from, uint256 value, uint256 until) private view returns (bytes32) {
        bytes32 kind = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        return _digestOf(keccak256(abi.encode(kind, from, address(router), value, token.nonces(from), until)));
    }

    function _digestOf(bytes32 message) private view returns (bytes32) {
        bytes32 kind = keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        bytes32 domain =
            keccak256(abi.encode(kind, keccak256("Permit Token"), keccak256("1"), block.chainid, address(token)));
        return keccak256(abi.encodePacked(hex"1901", domain, message));
    }

    /// r and s, and v in the highest bit of s.
    function _packed(uint256 key, bytes32 digest) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, uint256(s) | uint256(v - 27) << 255);
    }
}
