// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {EvilPool} from "../../test/EvilPool.sol";
import {Order, Router} from "../rig/Router.sol";
import {Route} from "../rig/Route.sol";
import {Signed} from "../rig/Signed.sol";
import {Signer} from "../mocks/Signers.sol";
import {vm} from "../rig/Vm.sol";

/// Gasless orders: a signed order executes at most once, at most at its cost, and nothing else executes.
contract OrderTest is Signed {
    function testFuzz_CostsWhatIsSignedAndPaysWhomIsNamed(uint256 amountIn, uint256 swapFee, uint256 affiliateFee)
        public
    {
        Order memory order = _order();
        order.amountIn = bound(amountIn, 1e6, HELD / 4);
        order.swapFee = bound(swapFee, 0, HELD / 4);
        order.affiliateFee = bound(affiliateFee, 0, (order.amountIn + order.swapFee) / 10);
        order.amountOutMin = _quoteV3(pool[address(a)][address(b)], address(a), address(b), order.amountIn);
        uint256 before = b.balanceOf(receiver);
        (bool ok,) = _fill(order, _sign(order), _direct(true));
        require(ok, "was refused");
        require(HELD - a.balanceOf(owner) == order.amountIn + order.swapFee + order.affiliateFee, "another cost");
        require(a.balanceOf(relayer) == 1 + order.swapFee, "not the relayer's fee");
        require(a.balanceOf(affiliate) == 1 + order.affiliateFee, "not the affiliate's fee");
        require(b.balanceOf(receiver) - before == order.amountOutMin, "not what the pool gives");
        _untouched();
    }

    function test_Replay() public {
        Order memory order = _order();
        bytes memory signature = _sign(order);
        _filled(order, signature);
        _unfilled(order, signature, "NonceUsed(uint256)");
        Order memory next = _order();
        next.nonce += 1; // in the same word
        _filled(next, _sign(next));
        _unfilled(order, signature, "NonceUsed(uint256)");
    }

    function testFuzz_NonceWorksOnceAndOthersStayFree(uint256 nonce, uint256 other) public {
        vm.assume(nonce != other);
        Order memory order = _order();
        order.nonce = nonce;
        _filled(order, _sign(order));
        _unfilled(order, _sign(order), "NonceUsed(uint256)");
        order.nonce = other;
        _filled(order, _sign(order));
    }

    function testFuzz_CancelledNonceNever(uint256 nonce, uint256 mask) public {
        vm.prank(owner);
        router.cancel(nonce >> 8, mask);
        require(router.nonceBitmap(owner, nonce >> 8) == mask, "not cancelled");
        Order memory order = _order();
        order.nonce = nonce;
        if (mask >> (nonce & 0xff) & 1 == 0) return _filled(order, _sign(order));
        _unfilled(order, _sign(order), "NonceUsed(uint256)");
    }

    function test_CancellingIsForOnesOwn() public {
        vm.prank(attacker);
        router.cancel(0, type(uint256).max);
        _filled(_order(), _sign(_order()));
    }

    function test_CancellingTwiceDoesNotFree() public {
        vm.startPrank(owner);
        router.cancel(0, 4);
        router.cancel(0, 4);
        router.cancel(0, 0);
        vm.stopPrank();
        _unfilled(_order(), _sign(_order()), "NonceUsed(uint256)");
    }

    function test_OtherChainId() public {
        Order memory order = _order();
        bytes memory signature = _sign(order);
        vm.chainId(block.chainid + 1);
        _unfilled(order, signature, "WrongSignature(address)");
    }

    function test_OtherRouter() public {
        Order memory order = _order();
        order.router = address(0x1234);
        _unfilled(order, _sign(order), "WrongRouter(address)");
    }

    /// Every field is signed: one changed bit makes another order.
    function testFuzz_OtherField(uint256 field, uint256 bit) public {
        Order memory order = _order();
        bytes memory signature = _sign(order);
        field = bound(field, 0, 11);
        bit = bound(bit, 0, field < 5 || field == 9 ? 159 : 127);
        assembly {
            let at := add(order, mul(field, 0x20))
            mstore(at, xor(mload(at), shl(bit, 1)))
        }
        (bool ok,) = _fill(order, signature, _direct(true));
        require(!ok && a.balanceOf(owner) == HELD, "went through");
        _untouched();
    }

    function test_MalleatedSignature() public {
        Order memory order = _order();
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, _digest(order));
        require(uint256(s) <= HALF_ORDER, "forge signs with the lower s");
        bytes memory other = abi.encodePacked(r, CURVE_ORDER - uint256(s), v == 27 ? uint8(28) : uint8(27));
        _unfilled(order, other, "WrongSignature(address)");
        _unfilled(order, abi.encodePacked(r, s, v == 27 ? uint8(28) : uint8(27)), "WrongSignature(address)");
        _unfilled(order, abi.encodePacked(r, s, v, uint8(0)), "WrongSignature(address)");
        _unfilled(order, abi.encodePacked(r, s), "WrongSignature(address)");
        _filled(order, abi.encodePacked(r, s, v));
    }

    function testFuzz_RandomSignature(bytes calldata signature, bool nobody) public {
        Order memory order = _order();
        if (nobody) order.sender = address(0); // the result of a failed recovery
        _unfilled(order, signature, "WrongSignature(address)");
    }

    function testFuzz_SignatureOfAnother(uint256 key) public {
        key = bound(key, 1, CURVE_ORDER - 1);
        vm.assume(key != KEY);
        Order memory order = _order();
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, _digest(order));
        _unfilled(order, abi.encodePacked(r, s, v), "WrongSignature(address)");
    }

    function test_ZeroSenderIsNobody() public {
        Order memory order = _order();
        order.sender = address(0);
        _unfilled(order, abi.encodePacked(bytes32(0), bytes32(0), uint8(0)), "WrongSignature(address)");
        _unfilled(order, abi.encodePacked(bytes32(uint256(1)), bytes32(uint256(1)), uint8(29)), "WrongSignature(address)");
    }

    function test_ContractSigns() public {
        Signer signer = new Signer();
        a.mint(address(signer), HELD);
        _allow(address(signer), address(a));
        Order memory order = _order();
        order.sender = address(signer);
        signer.say(abi.encode(bytes32(bytes4(0x1626ba7e))));
        _filled(order, "");
        order.nonce++;
        bytes[6] memory others = [
            bytes(""),
            hex"1626ba7e",
            abi.encode(uint256(0x1626ba7e)),
            abi.encode(true),
            abi.encode(bytes32(bytes4(0xffffffff))),
            abi.encodePacked(bytes4(0x1626ba7e), bytes28(type(uint224).max))
        ];
        for (uint256 i = 0; i < 6; i++) {
            signer.say(others[i]);
            _unfilled(order, "", "WrongSignature(address)");
        }
        signer.write();
        _unfilled(order, "", "WrongSignature(address)");
        _unfilled(order, _sign(order), "WrongSignature(address)");
    }

    /// ERC-6492 asks a verifier to call a factory: the router does not.
    function test_UndeployedSignerIsNotCalledIntoBeing() public {
        Signer factory = new Signer();
        Order memory order = _order();
        order.sender = address(0x6492);
        bytes memory wrapped = abi.encode(address(factory), abi.encodeCall(Signer.write, ()), bytes(""));
        bytes memory signature = bytes.concat(wrapped, hex"6492649264926492649264926492649264926492649264926492649264926492");
        _unfilled(order, signature, "WrongSignature(address)");
        require(!factory.writes(), "a factory was called");
    }

    /// The relayer chooses the route: with a pool of its own it can keep the surplus above the minimum, and no more.
    function test_RelayerRoutesToExactlyTheMinimum() public {
        Order memory order = _order();
        order.amountOutMin = E18 * 9 / 10;
        EvilPool evil = new EvilPool();
        evil.set(EvilPool.Mode.Honest, address(b), "");
        b.mint(address(evil), order.amountOutMin);
        bytes memory route = Route.callback(Route.TO_RECIPIENT, address(evil), address(a), address(b), 0);
        uint256 before = b.balanceOf(receiver);
        (bool ok,) = _fill(order, _sign(order), route);
        require(ok && b.balanceOf(receiver) - before == order.amountOutMin, "not the minimum");
        require(HELD - a.balanceOf(owner) == order.amountIn + order.swapFee + order.affiliateFee, "another cost");
        b.mint(address(evil), order.amountOutMin - 1);
        order.nonce++;
        _refusedBy(order, route, "TooLittle(uint256,uint256)");
    }

    /// A relayer's pool that asks for more than the order sells, asks twice, or fills another order meanwhile.
    function test_RelayersPoolIsEvil() public {
        Order memory order = _order();
        EvilPool evil = new EvilPool();
        b.mint(address(evil), E18);
        bytes memory route = Route.callback(Route.TO_RECIPIENT, address(evil), address(a), address(b), 0);
        evil.set(EvilPool.Mode.PullMore, address(b), "");
        _refusedBy(order, route, "OverPull(uint256,uint256)");
        evil.set(EvilPool.Mode.PullTwice, address(b), "");
        _refusedBy(order, route, "NotArmed(address)");
        Order memory inner = _order();
        inner.nonce = 99;
        evil.set(EvilPool.Mode.Reenter, address(b), abi.encodeCall(Router.fillOrder, (inner, _sign(inner), "", _direct(true))));
        (bool ok,) = _fill(order, _sign(order), route);
        require(ok && !evil.broken(), "an order within an order");
        require(router.nonceBitmap(owner, 0) == 4, "burned another nonce");
    }

    /// The relayer pays nothing, whatever it has approved.
    function test_RelayerIsNotThePayer() public {
        a.mint(relayer, HELD);
        _allow(relayer, address(a));
        _filled(_order(), _sign(_order()));
        require(a.balanceOf(relayer) == HELD + 1 + E18 / 1000, "the relayer paid");
    }

    /// The allowance covers the amount sold, but not the fee before it.
    function test_FeeThatCannotBePaidUndoesAll() public {
        Order memory order = _order();
        (order.swapFee, order.affiliateFee, order.affiliate) = (2 * E18, 0, address(0));
        vm.prank(owner);
        a.approve(address(router), E18);
        (bool ok,) = _fill(order, _sign(order), _direct(true));
        require(!ok && a.allowance(owner, address(router)) == E18, "filled without the fee");
        order.swapFee = 0;
        (ok,) = _fill(order, _sign(order), _direct(true));
        require(ok, "was enough for the sale");
    }

    function test_NativeToItsWrappedFormIsRefused() public {
        Order memory order = _order();
        (order.toAsset, order.recipient) = (address(0), weth);
        bytes memory leg = Route.push(Route.TO_RECIPIENT, pair[weth][address(a)], address(a), weth, 0);
        bytes memory route = bytes.concat(abi.encodePacked(weth), leg);
        (bool ok, bytes memory answer) = _fill(order, _sign(order), route);
        require(!ok, "paid the router");
        _same(answer, "WrongRecipient(address)");
        order.recipient = receiver;
        (ok,) = _fill(order, _sign(order), route);
        require(ok, "is no good for anybody else either");
    }

    function test_RefusesWhatSwapRefuses() public {
        Order memory order = _order();
        order.deadline = block.timestamp - 1;
        _unfilled(order, _sign(order), "Expired(uint256)");
        order.deadline = block.timestamp;
        order.amountOutMin = 0;
        _unfilled(order, _sign(order), "ZeroMinimum()");
        order.amountOutMin = 1;
        order.recipient = address(router);
        _unfilled(order, _sign(order), "WrongRecipient(address)");
        order.recipient = address(0);
        _unfilled(order, _sign(order), "WrongRecipient(address)");
        order.recipient = receiver;
        order.toAsset = address(a);
        _unfilled(order, _sign(order), "SameToken()");
        order.toAsset = address(b);
        order.fromAsset = address(0);
        _unfilled(order, _sign(order), "WrongValue(uint256,uint256)");
        order.fromAsset = address(a);
        order.affiliateFee = E18;
        _unfilled(order, _sign(order), "FeeTooHigh(uint256)");
        order.affiliateFee = 1;
        order.affiliate = address(router);
        _unfilled(order, _sign(order), "WrongAffiliate(address)");
        order.affiliate = affiliate;
        uint256[3] memory at = [uint256(7), 8, 10];
        for (uint256 i = 0; i < 3; i++) {
            order = _order();
            uint256 field = at[i];
            assembly {
                mstore(add(order, mul(field, 0x20)), shl(128, 1))
            }
            _unfilled(order, _sign(order), "AmountTooLarge(uint256)");
        }
    }

    /// At most a tenth of the cost, to the last unit.
    function test_AffiliateTakesATenthAndNoUnitMore() public {
        Order memory order = _order();
        (order.amountIn, order.swapFee, order.affiliateFee) = (899_999_999, 0, 100_000_001);
        _unfilled(order, _sign(order), "FeeTooHigh(uint256)");
        (order.amountIn, order.affiliateFee) = (900_000_000, 100_000_000);
        _filled(order, _sign(order));
    }

    function test_DomainIsWhatIsSigned() public view {
        (bytes1 fields, string memory name, string memory version, uint256 id, address at, bytes32 salt,) =
            router.eip712Domain();
        require(fields == 0x0f && salt == 0 && id == block.chainid && at == address(router), "another domain");
        require(keccak256(bytes(name)) == keccak256("Swapline Router") && keccak256(bytes(version)) == keccak256("1"), "another name");
    }

    function _filled(Order memory order, bytes memory signature) private {
        (bool ok, bytes memory answer) = _fill(order, signature, _direct(true));
        if (ok) return _untouched();
        assembly {
            revert(add(answer, 0x20), mload(answer))
        }
    }

    function _unfilled(Order memory order, bytes memory signature, string memory err) private {
        uint256 before = a.balanceOf(owner);
        (bool ok, bytes memory answer) = _fill(order, signature, _direct(true));
        require(!ok && a.balanceOf(owner) == before, "was not refused");
        _same(answer, err);
        _untouched();
    }

    function _refusedBy(Order memory order, bytes memory route, string memory err) private {
        (bool ok, bytes memory answer) = _fill(order, _sign(order), route);
        require(!ok, "was not refused");
        _same(answer, err);
    }
}
