// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {FeeToken} from "../../test/FeeToken.sol";
import {PermitToken} from "../../test/PermitToken.sol";
import {SigningWallet} from "../../test/SigningWallet.sol";
import {Route} from "../rig/Route.sol";
import {vm} from "../rig/Vm.sol";
import {CrossingRig} from "./CrossingRig.sol";
import {Arrival, Cross, Delivery, ICrossing} from "./ICrossing.sol";
import {FalseRouter, HungryRouter, KeepingToken} from "./FalseParts.sol";

/// The source side: every entry takes what was agreed, sells it, and deposits exactly what that gave.
contract CrossTest is CrossingRig {
    function testFuzz_CrossesToTheUnit(uint256 amountIn) public {
        Cross memory order = _cross();
        order.amountIn = bound(amountIn, 1e6, HELD);
        uint256 sold = _quoteV2(pair[address(a)][address(b)], address(a), address(b), order.amountIn);
        uint256 paid = sold * 9995 / 10000 - 1000;
        uint256 bought = _quoteV2(pair[address(b)][address(c)], address(b), address(c), paid);
        (order.bridgeAmountMin, order.amountOutMin) = (sold, bought);
        require(_crossed(order) == sold, "another amount deposited");
        require(a.balanceOf(payer) == HELD - order.amountIn, "another cost");
        require(b.balanceOf(address(spoke)) == sold, "not what was sold");
        _holdsNothing();
        vm.prank(filler);
        spoke.fillLast();
        require(c.balanceOf(receiver) == 1 + bought, "not what the pools give");
        _holdsNothing();
    }

    function test_DepositSaysWhatWasAgreed() public {
        Cross memory order = _cross();
        uint256 sold = _crossed(order);
        bytes32[12] memory expected = [
            _word(refunded),
            _word(address(crossing)),
            _word(address(b)),
            _word(address(b)),
            bytes32(sold),
            bytes32(sold * 9995 / 10000 - 1000),
            bytes32(uint256(8453)),
            bytes32(0),
            bytes32(NOW),
            bytes32(NOW + 3600),
            bytes32(0),
            bytes32(uint256(384))
        ];
        for (uint256 i = 0; i < 12; i++) require(spoke.words(i) == expected[i], "another word");
        bytes memory message = abi.encode(Delivery(address(router), address(c), receiver, 1, LATE), 0, _routeThere());
        require(keccak256(spoke.message()) == keccak256(message), "another message");
    }

    /// 6 decimals here, 18 there: 10^12 units for one.
    function test_RateCarriesOtherDecimals() public {
        Cross memory order = _cross();
        (order.fromAsset, order.amountIn) = (address(b), 5);
        (order.bridgeRate, order.bridgeFee) = (1e30, 3);
        _crossed(order);
        require(uint256(spoke.words(5)) == 5e12 - 3, "another amount there");
    }

    function test_BridgesTheSoldAssetItself() public {
        Cross memory order = _cross();
        order.fromAsset = address(b);
        require(_crossed(order) == E18 && b.balanceOf(payer) == HELD - E18, "another amount");
        _holdsNothing();
    }

    function test_PaysTheRecipientStraight() public {
        Cross memory order = _cross();
        (order.receiver, order.toAsset) = (receiver, address(b));
        uint256 paid = _quoteV2(pair[address(a)][address(b)], address(a), address(b), E18) * 9995 / 10000 - 1000;
        order.amountOutMin = paid;
        _crossed(order);
        require(spoke.message().length == 0, "a message for nobody");
        vm.prank(filler);
        spoke.fillLast();
        require(b.balanceOf(receiver) == 1 + paid, "not what was agreed");
        order.amountOutMin = paid + 1;
        _uncrossed(order, "TooLittle(uint256,uint256)");
        (order.amountOutMin, order.toAsset) = (1, address(c));
        _uncrossed(order, "WrongReceiver(address)");
    }

    function test_Native() public {
        Cross memory order = _cross();
        (order.fromAsset, order.bridgeAsset, order.toBridgeAsset) = (address(0), weth, weth);
        order.arrivalHash = keccak256(abi.encode(uint256(0), bytes("")));
        bytes memory data =
            abi.encodeCall(ICrossing.cross, (order, "", abi.encodePacked(weth), Arrival(0, "")));
        (bool ok,) = _call(payer, E18, data);
        require(ok && payer.balance == HELD - E18 && uint256(spoke.words(4)) == E18, "not wrapped and deposited");
        _holdsNothing();
        bytes memory answer;
        (ok, answer) = _call(payer, E18 - 1, data);
        require(!ok, "crossed with less");
        _same(answer, "WrongValue(uint256,uint256)");
        (ok, answer) = _try(_cross(), 1, "");
        require(!ok && _isError(answer, "no value with tokens"), "the bridge was brought coins that it does not ask for");
        _holdsNothing();
    }

    // The bridge's message

    function test_TheBridgeGetsWhatIsNotSold() public {
        spoke.setAsks(5);
        (bool ok,) = _try(_cross(), 7, "");
        require(ok && payer.balance == HELD - 7, "another cost");
        require(address(spoke).balance == 5 && refunded.balance == 2, "was not for the bridge");
        _holdsNothing();
    }

    function test_TheBridgeGetsWhatIsNotSoldOfNativeCurrency() public {
        spoke.setAsks(5);
        Cross memory order = _cross();
        (order.fromAsset, order.bridgeAsset, order.toBridgeAsset) = (address(0), weth, weth);
        order.arrivalHash = keccak256(abi.encode(uint256(0), bytes("")));
        bytes memory data = abi.encodeCall(ICrossing.cross, (order, "", abi.encodePacked(weth), Arrival(0, "")));
        (bool ok,) = _call(payer, E18 + 6, data);
        require(ok && payer.balance == HELD - E18 - 6 && uint256(spoke.words(4)) == E18, "not what was sold");
        require(address(spoke).balance == 5 && refunded.balance == 1, "was not for the bridge");
        _holdsNothing();
    }

    /// Coins that are here by mistake pay for no message.
    function test_OnlyThisCallsValueIsForTheBridge() public {
        vm.deal(address(crossing), 9);
        spoke.setAsks(5);
        (bool ok,) = _try(_cross(), 4, "");
        require(!ok, "paid with what was here");
        (ok,) = _try(_cross(), 5, "");
        require(ok && address(crossing).balance == 9 && refunded.balance == 0, "took what was here");
    }

    function test_SignedWordsBringNoValue() public {
        spoke.setAsks(5);
        Cross memory order = _signedCross();
        bytes memory data =
            abi.encodeCall(ICrossing.crossOrder, (order, _signCross(order), "", _direct(false), _there()));
        vm.deal(relayer, 5);
        (bool ok,) = _call(relayer, 5, data);
        require(!ok && relayer.balance == 5, "took the submitter's coins");
        _holdsNothing();
    }

    function test_RefundGoesToTheNamedAddress() public {
        uint256 sold = _crossed(_cross());
        vm.warp(LATE + 1);
        spoke.refundLast();
        require(b.balanceOf(refunded) == sold, "not paid back");
    }

    // Entries

    function test_OnlyTheSenderCrosses() public {
        Cross memory order = _cross();
        order.sender = victim;
        (bool ok, bytes memory answer) =
            _call(attacker, 0, abi.encodeCall(ICrossing.cross, (order, "", _direct(false), _there())));
        require(!ok, "spent a victim's allowance");
        _same(answer, "WrongSender(address)");
    }

    function test_Permits() public {
        PermitToken token = new PermitToken();
        token.mint(owner, HELD);
        Cross memory order = _cross();
        (order.sender, order.fromAsset, order.bridgeAsset) = (owner, address(token), address(token));
        bytes32 hash = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                owner,
                address(crossing),
                E18,
                0,
                FOREVER
            )
        );
        bytes memory permit = bytes.concat(abi.encodePacked(E18, uint48(FOREVER)), _compact(_of(token, hash)));
        (bool ok,) = _try(order, 0, permit);
        require(ok && token.balanceOf(owner) == HELD - E18, "EIP-2612");
        hash = keccak256(
            abi.encode(
                keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)"),
                owner,
                address(crossing),
                1,
                FOREVER,
                true
            )
        );
        permit = bytes.concat(abi.encodePacked(uint48(1), uint48(FOREVER)), _compact(_of(token, hash)));
        (order.swapFee, order.nonce) = (9, 3);
        bytes memory data =
            abi.encodeCall(ICrossing.crossOrder, (order, _signCross(order), permit, "", _there()));
        (ok,) = _call(relayer, 0, data);
        require(ok && token.balanceOf(owner) == HELD - 2 * E18 - 9, "DAI's");
    }

    function test_OrderPaysItsRelayer() public {
        Cross memory order = _signedCross();
        (bool ok,) = _relayed(order, _signCross(order));
        require(ok, "was refused");
        require(a.balanceOf(owner) == HELD - E18 - E18 / 1000, "another cost");
        require(a.balanceOf(relayer) == 1 + E18 / 1000, "not the fee");
        _holdsNothing();
    }

    function test_OrderWorksOnce() public {
        Cross memory order = _signedCross();
        bytes memory signature = _signCross(order);
        (bool ok, bytes memory answer) = _relayed(order, signature);
        require(ok, "was refused");
        (ok, answer) = _relayed(order, signature);
        require(!ok, "replayed");
        _same(answer, "NonceUsed(uint256)");
        order.nonce = 8;
        signature = _signCross(order);
        vm.prank(owner);
        crossing.cancel(0, 1 << 8);
        (ok, answer) = _relayed(order, signature);
        require(!ok, "crossed though cancelled");
        _same(answer, "NonceUsed(uint256)");
    }

    /// Every word of the order is signed: one bit elsewhere and nobody signed it.
    function testFuzz_OtherField(uint256 at, uint256 bit) public {
        Cross memory order = _signedCross();
        bytes memory signature = _signCross(order);
        at = bound(at, 0, 21);
        bit = bound(bit, 0, 31);
        assembly {
            let word := add(order, mul(at, 0x20))
            mstore(word, xor(mload(word), shl(bit, 1)))
        }
        (bool ok, bytes memory answer) = _relayed(order, signature);
        require(!ok, "crossed by another's word");
        _same(answer, "WrongSignature(address)");
        require(a.balanceOf(owner) == HELD, "the owner's tokens");
    }

    function test_OrderOfAnotherChainOrContract() public {
        Cross memory order = _signedCross();
        bytes memory signature = _signCross(order);
        vm.chainId(5);
        (bool ok,) = _relayed(order, signature);
        require(!ok, "replayed on a fork");
        vm.chainId(31337);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, _crossHash(order));
        (ok,) = _relayed(order, abi.encodePacked(r, s, v));
        require(!ok, "signed for no domain");
        (ok,) = _relayed(order, signature);
        require(ok, "was refused at home");
    }

    function test_ContractSigns() public {
        SigningWallet wallet = new SigningWallet();
        a.mint(address(wallet), HELD);
        _approve(address(wallet), address(a), address(crossing));
        Cross memory order = _signedCross();
        order.sender = address(wallet);
        wallet.sign(_crossDigest(order));
        (bool ok,) = _relayed(order, "any");
        require(ok, "was refused");
        order.nonce = 8;
        (ok,) = _relayed(order, "any");
        require(!ok, "did not ask the contract");
    }

    /// Who submits cannot make the swap there fail: neither by another route nor by another gas.
    function test_ArrivalIsTheSendersOwn() public {
        Cross memory order = _signedCross();
        bytes memory signature = _signCross(order);
        Arrival[2] memory others = [Arrival(0, hex"01"), Arrival(1, _routeThere())];
        for (uint256 i = 0; i < 2; i++) {
            (bool ok, bytes memory answer) = _call(
                relayer, 0, abi.encodeCall(ICrossing.crossOrder, (order, signature, "", _direct(false), others[i]))
            );
            require(!ok, "brought another");
            _same(answer, "WrongArrival()");
        }
        require(a.balanceOf(owner) == HELD, "the owner's tokens");
    }

    function test_NativeOfAnotherIsNotTaken() public {
        Cross memory order = _signedCross();
        order.fromAsset = address(0);
        (bool ok, bytes memory answer) = _relayed(order, _signCross(order));
        require(!ok, "crossed");
        _same(answer, "WrongValue(uint256,uint256)");
    }

    // Refusals

    function test_Refusals() public {
        Cross memory order = _cross();
        order.deadline = NOW - 1;
        _uncrossed(order, "Expired(uint256)");
        (order.deadline, order.toDeadline) = (FOREVER, NOW - 1);
        _uncrossed(order, "Expired(uint256)");
        order.toDeadline = 1 << 32;
        _uncrossed(order, "AmountTooLarge(uint256)");
        order.toDeadline = 1 << 200;
        _uncrossed(order, "AmountTooLarge(uint256)");
        (order.toDeadline, order.bridgeAmountMin) = (LATE, 0);
        _uncrossed(order, "ZeroMinimum()");
        (order.bridgeAmountMin, order.amountOutMin) = (1, 0);
        _uncrossed(order, "ZeroMinimum()");
        (order.amountOutMin, order.toNetwork) = (1, block.chainid);
        _uncrossed(order, "WrongNetwork(uint256)");
        (order.toNetwork, order.bridgeRate) = (THERE, 1 << 128);
        _uncrossed(order, "AmountTooLarge(uint256)");
        (order.bridgeRate, order.swapFee) = (RATE, 1 << 128);
        _uncrossed(order, "AmountTooLarge(uint256)");
        (order.swapFee, order.bridgeFee) = (0, E18);
        _uncrossed(order, "BridgeFeeTooHigh(uint256)");
        order.bridgeFee = 0;
        address[2] memory nobody = [address(0), address(crossing)];
        for (uint256 i = 0; i < 2; i++) {
            order.recipient = nobody[i];
            _uncrossed(order, "WrongRecipient(address)");
            (order.recipient, order.refundTo) = (receiver, nobody[i]);
            _uncrossed(order, "WrongRefundAddress(address)");
            order.refundTo = refunded;
        }
        _crossed(order);
    }

    /// Without a swap no router looks at the time and the minimum.
    function test_RefusalsWithoutARouter() public {
        Cross memory order = _cross();
        (order.fromAsset, order.deadline) = (address(b), NOW - 1);
        _uncrossed(order, "Expired(uint256)");
        (order.deadline, order.bridgeAmountMin) = (NOW, 0);
        _uncrossed(order, "ZeroMinimum()");
        order.bridgeAmountMin = E18 + 1;
        _uncrossed(order, "TooLittle(uint256,uint256)");
    }

    function test_AllowancesEndWithTheCall() public {
        KeepingToken token = new KeepingToken();
        token.mint(payer, HELD);
        token.mint(address(this), POOLED);
        _approve(payer, address(token), address(crossing));
        _pair(address(token), address(b));
        Cross memory order = _cross();
        (order.fromAsset, order.bridgeAsset) = (address(token), address(token));
        _crossed(order);
        order.bridgeAsset = address(b);
        bytes memory route =
            Route.push(Route.TO_RECIPIENT, pair[address(token)][address(b)], address(token), address(b), 0);
        (bool ok,) = _call(payer, 0, abi.encodeCall(ICrossing.cross, (order, "", route, _there())));
        require(ok, "was refused");
        require(token.allowance(address(crossing), address(spoke)) == 0, "the bridge may take more");
        require(token.allowance(address(crossing), address(router)) == 0, "the router may take more");
    }

    function test_MinimumOfTheSource() public {
        Cross memory order = _cross();
        order.bridgeAmountMin = _quoteV2(pair[address(a)][address(b)], address(a), address(b), E18) + 1;
        _uncrossed(order, "TooLittle(uint256,uint256)");
    }

    function test_FeeOnTransferIsRefused() public {
        FeeToken token = new FeeToken();
        token.mint(payer, HELD);
        _approve(payer, address(token), address(crossing));
        Cross memory order = _cross();
        (order.fromAsset, order.bridgeAsset) = (address(token), address(token));
        _uncrossed(order, "WrongReceipt(uint256,uint256)");
        require(token.balanceOf(payer) == HELD, "the payer's tokens");
    }

    /// A router that is none may take what is sold here, which its namer agreed to, and nothing else; open claims count
    /// neither as its output nor as what the bridge may take.
    function test_FalseRouterReachesNoClaim() public {
        _parked(E18);
        FalseRouter router_ = new FalseRouter();
        Cross memory order = _cross();
        order.router = address(router_);
        (bool ok, bytes memory answer) = _try(order, 0, "");
        require(!ok, "gave nothing");
        _same(answer, "TooLittle(uint256,uint256)");
        HungryRouter hungry = new HungryRouter();
        order.router = address(hungry);
        (ok,) = _try(order, 0, "");
        require(!ok, "took more than was sold");
        b.transfer(address(router_), E18);
        order.router = address(router_);
        router_.setTakes(E18 - 1);
        (ok, answer) = _try(order, 0, "");
        require(!ok, "left something of what was sold");
        _same(answer, "InputLeft(uint256)");
        router_.setTakes(E18);
        (ok,) = _try(order, 0, "");
        require(ok && uint256(spoke.words(4)) == E18, "the claim was counted as output");
        _holdsClaims(E18);
    }

    function test_BridgeTakesAllOrNothing() public {
        _parked(E18);
        Cross memory order = _cross();
        uint256[3] memory ppm = [uint256(0), 999_999, 1_000_001];
        for (uint256 i = 0; i < 3; i++) {
            spoke.setTakes(ppm[i]);
            (bool ok,) = _try(order, 0, "");
            require(!ok, "another amount deposited");
        }
        _holdsClaims(E18);
    }

    function test_Domain() public view {
        (bytes1 fields, string memory name, string memory version, uint256 id, address at,,) = crossing.eip712Domain();
        require(fields == 0x0f && id == block.chainid && at == address(crossing), "another domain");
        require(keccak256(bytes(name)) == keccak256("Swapline Crossing"), "another name");
        require(keccak256(bytes(version)) == keccak256("1"), "another version");
    }

    function _word(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    function _of(PermitToken token, bytes32 hash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Permit Token"),
                keccak256("1"),
                block.chainid,
                address(token)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, hash));
    }

    function _compact(bytes32 digest) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        return abi.encodePacked(r, uint256(s) | uint256(v - 27) << 255);
    }

    function _isError(bytes memory answer, string memory reason) private pure returns (bool) {
        return keccak256(answer) == keccak256(abi.encodeWithSignature("Error(string)", reason));
    }
}
