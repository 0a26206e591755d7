// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {CctpMessengerDouble, CctpTransmitterDouble} from "../../sandbox/CctpDouble.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {Code} from "../rig/Code.sol";
import {vm} from "../rig/Vm.sol";
import {CrossingRig} from "./CrossingRig.sol";
import {Arrival, Claim, Cross, Delivery, ICrossing} from "./ICrossing.sol";

interface ICctpBridge {
    function complete(bytes calldata message, bytes calldata attestation) external returns (uint256 paid);
}

/// @notice A token in the place of one of the rig's, with the functions that CCTP needs of USDC.
contract Coin {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external returns (bool) {
        balanceOf[to] += amount;
        return true;
    }

    function burn(uint256 amount) external {
        balanceOf[msg.sender] -= amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// @notice Handles a message that a stranger sent by CCTP, and has another received meanwhile.
contract Meddler {
    ICctpBridge private immutable BRIDGE;
    bytes private inner;
    bytes private signature;

    constructor(ICctpBridge bridge) {
        BRIDGE = bridge;
    }

    function plan(bytes calldata inner_, bytes calldata signature_) external {
        (inner, signature) = (inner_, signature_);
    }

    function handleReceiveFinalizedMessage(uint32, bytes32, uint32, bytes calldata) external returns (bool) {
        if (inner.length != 0) BRIDGE.complete(inner, signature);
        return true;
    }
}

/// @notice CCTP as a bridge: b is burned here, and minted here as if another network's contract had burned it.
contract CctpTest is CrossingRig {
    address private constant MESSENGER = 0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d;
    CctpTransmitterDouble private constant TRANSMITTER =
        CctpTransmitterDouble(0x81D40F21F12A8F0E3252Bccb954D722d4c464B64);
    bytes32 private constant THEIR_TOKEN = bytes32(uint256(0x70C3));
    bytes32 private constant THEIR_MESSENGER = bytes32(uint256(0x3E55));
    uint32 private constant BASE = 6;
    address private constant FEES = address(0xFEE5);

    ICctpBridge private bridge;

    function setUp() public override {
        super.setUp();
        vm.etch(address(b), type(Coin).runtimeCode);
        vm.etch(MESSENGER, type(CctpMessengerDouble).runtimeCode);
        vm.etch(address(TRANSMITTER), type(CctpTransmitterDouble).runtimeCode);
        TRANSMITTER.configure(0, vm.addr(KEY));
        CctpMessengerDouble(MESSENGER).configure(TRANSMITTER, FEES, address(b), POOLED);
        CctpMessengerDouble(MESSENGER).link(BASE, THEIR_MESSENGER, THEIR_TOKEN, address(b));
        bridge = ICctpBridge(Code.create(Code.built("CctpBridge")));
    }

    // The source

    /// One b is crossed; CCTP may keep a part of it.
    function _burning(uint256 rate) private view returns (Cross memory order) {
        order = _cross();
        (order.fromAsset, order.bridge) = (address(b), address(bridge));
        (order.bridgeRate, order.bridgeFee) = (rate, 0);
        order.arrivalHash = keccak256(abi.encode(uint256(0), _routeThere()));
    }

    function _burn(Cross memory order) private returns (bool, bytes memory) {
        return _call(payer, 0, abi.encodeCall(ICrossing.cross, (order, "", "", _there())));
    }

    function _sentMessage(bytes32 to, bytes32 caller, uint256 fee, uint32 finality, bytes memory hook)
        private
        view
        returns (bytes memory)
    {
        bytes memory head = abi.encodePacked(
            uint32(1), uint32(0), BASE, bytes32(0), bytes32(uint256(uint160(MESSENGER))), THEIR_MESSENGER, caller
        );
        bytes memory burned = abi.encodePacked(
            uint32(1), bytes32(uint256(uint160(address(b)))), to, E18, bytes32(uint256(uint160(address(bridge))))
        );
        return abi.encodePacked(head, finality, uint32(0), burned, fee, bytes32(0), bytes32(0), hook);
    }

    function test_BurnsWithTheWordsForTheOtherSide() public {
        Cross memory order = _burning(RATE);
        Delivery memory delivery = Delivery(address(router), address(c), receiver, 1, LATE);
        bytes memory hook = abi.encode(NOW, uint256(1), address(crossing), abi.encode(delivery, uint256(0), _routeThere()));
        bytes32 there = bytes32(uint256(uint160(address(bridge))));
        uint256 supply = b.balanceOf(payer);
        vm.expectEmit(true, true, true, true, address(TRANSMITTER));
        emit CctpTransmitterDouble.MessageSent(_sentMessage(there, there, E18 / 2000, 1000, hook));
        (bool ok,) = _burn(order);
        require(ok && supply - b.balanceOf(payer) == E18, "was not burned");
        _bridgeHoldsNothing();
    }

    function test_EveryBurnHasItsNumber() public {
        Cross memory order = _burning(1e18);
        Delivery memory delivery = Delivery(address(router), address(c), receiver, 1, LATE);
        bytes memory words = abi.encode(delivery, uint256(0), _routeThere());
        bytes32 there = bytes32(uint256(uint160(address(bridge))));
        for (uint256 i = 1; i < 4; i++) {
            bytes memory hook = abi.encode(NOW, i, address(crossing), words);
            vm.expectEmit(true, true, true, true, address(TRANSMITTER));
            emit CctpTransmitterDouble.MessageSent(_sentMessage(there, there, 0, 2000, hook));
            (bool ok,) = _burn(order);
            require(ok, "was not burned");
        }
    }

    function test_BurnsForTheRecipientItself() public {
        Cross memory order = _burning(1e18);
        (order.toAsset, order.receiver) = (order.toBridgeAsset, receiver);
        order.arrivalHash = keccak256(abi.encode(uint256(0), bytes("")));
        vm.expectEmit(true, true, true, true, address(TRANSMITTER));
        emit CctpTransmitterDouble.MessageSent(
            _sentMessage(bytes32(uint256(uint160(receiver))), bytes32(0), 0, 2000, abi.encode(NOW, uint256(1), receiver, bytes("")))
        );
        (bool ok,) = _call(payer, 0, abi.encodeCall(ICrossing.cross, (order, "", "", Arrival(0, ""))));
        require(ok, "was not burned");
        _bridgeHoldsNothing();
    }

    function test_EveryNetworkHasItsDomain() public {
        uint64[2][14] memory known = [
            [uint64(43114), 1],
            [uint64(10), 2],
            [uint64(42161), 3],
            [uint64(8453), 6],
            [uint64(137), 7],
            [uint64(130), 10],
            [uint64(59144), 11],
            [uint64(146), 13],
            [uint64(143), 15],
            [uint64(999), 19],
            [uint64(57073), 21],
            [uint64(2818), 30],
            [uint64(1672), 31],
            [uint64(9745), 33]
        ];
        for (uint256 i = 0; i < known.length; i++) {
            Cross memory order = _burning(1e18);
            order.toNetwork = known[i][0];
            uint32 domain = uint32(known[i][1]);
            if (domain != BASE) {
                (bool early, bytes memory refusal) = _burn(order);
                require(!early && _says(refusal, "No TokenMessenger for domain"), "another domain, or none");
                CctpMessengerDouble(MESSENGER).link(domain, THEIR_MESSENGER, THEIR_TOKEN, address(b));
            }
            (bool ok,) = _burn(order);
            require(ok, "was not burned");
        }
        Cross memory home = _burning(1e18);
        home.toNetwork = 1; // the domain of this chain itself
        (bool done, bytes memory answer) = _burn(home);
        require(!done && _says(answer, "No TokenMessenger for domain"), "ethereum's is another");
        home.toNetwork = 2;
        (done, answer) = _burn(home);
        require(!done, "to nowhere");
        _same(answer, "WrongNetwork(uint256)");
    }

    function test_MoreThanIsBurnedCannotBePaid() public {
        (bool ok,) = _burn(_burning(1e18 + 1));
        require(!ok, "more is promised than is burned");
    }

    function test_AnotherTokenCannotBeBurned() public {
        Cross memory order = _burning(1e18);
        (order.fromAsset, order.bridgeAsset) = (address(a), address(a));
        (bool ok, bytes memory answer) = _burn(order);
        require(!ok && _says(answer, "Burn token not supported"), "was burned");
    }

    // The destination

    /// A message as the other network's contract sends it, with what the attestation service fills in.
    function _attested(uint256 amount, uint256 fee, uint256 nonce, bytes memory hook)
        private
        view
        returns (bytes memory)
    {
        bytes32 here = bytes32(uint256(uint160(address(bridge))));
        bytes32 messenger = bytes32(uint256(uint160(MESSENGER)));
        bytes memory head =
            abi.encodePacked(uint32(1), BASE, uint32(0), nonce, THEIR_MESSENGER, messenger, here, uint32(1000));
        bytes memory burned = abi.encodePacked(uint32(1), THEIR_TOKEN, here, amount, here);
        return abi.encodePacked(head, uint32(1000), burned, fee, fee, bytes32(0), hook);
    }

    function _attest(bytes memory message) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, keccak256(message));
        return abi.encodePacked(r, s, v);
    }

    function _complete(bytes memory message) private returns (bool, bytes memory) {
        bytes memory signature = _attest(message);
        vm.prank(attacker);
        return address(bridge).call(abi.encodeCall(ICctpBridge.complete, (message, signature)));
    }

    function _hook(Delivery memory delivery) private view returns (bytes memory) {
        return abi.encode(NOW, uint256(1), address(crossing), _message(delivery, _routeThere()));
    }

    function testFuzz_DeliversWhatIsMinted(uint256 amount, uint256 fee) public {
        amount = bound(amount, 1e6, HELD);
        fee = bound(fee, 0, amount / 2);
        Delivery memory delivery = _delivery();
        uint256 bought = _quoteV2(pair[address(b)][address(c)], address(b), address(c), amount - fee);
        delivery.amountOutMin = bought;
        (bool ok,) = _complete(_attested(amount, fee, 1, _hook(delivery)));
        require(ok && c.balanceOf(receiver) == 1 + bought, "not what the pool gives");
        require(b.balanceOf(FEES) == fee, "another fee");
        _holdsNothing();
        _bridgeHoldsNothing();
    }

    function test_WhatCannotBeSwappedIsKept() public {
        Delivery memory delivery = _delivery();
        delivery.amountOutMin = POOLED;
        bytes memory message = _attested(E18, 0, 1, _hook(delivery));
        (bool ok,) = _complete(message);
        Claim memory claim = Claim(address(b), E18, delivery, keccak256(_routeThere()));
        require(ok && _isOpen(claim) == 1, "was not kept");
        _holdsClaims(E18);
        (ok,) = _complete(message);
        require(!ok && _isOpen(claim) == 1, "was received twice");
        _bridgeHoldsNothing();
    }

    function test_OnlyTheBridgeMayHaveItReceived() public {
        bytes memory message = _attested(E18, 0, 1, _hook(_delivery()));
        bytes memory signature = _attest(message);
        vm.prank(attacker);
        (bool ok, bytes memory answer) =
            address(TRANSMITTER).call(abi.encodeCall(TRANSMITTER.receiveMessage, (message, signature)));
        require(!ok && _says(answer, "Invalid caller for message"), "was minted to the contract");
    }

    function test_AForgedMessageIsRefused() public {
        bytes memory message = _attested(E18, 0, 1, _hook(_delivery()));
        bytes memory signature = _attest(message);
        bytes memory forged = _attested(2 * E18, 0, 1, _hook(_delivery()));
        (bool ok, bytes memory answer) =
            address(bridge).call(abi.encodeCall(ICctpBridge.complete, (forged, signature)));
        require(!ok && _says(answer, "Invalid signature: not attester"), "was completed");
    }

    /// A receiver without code is paid, and one that refuses leaves the message to be received later.
    function test_WhoeverIsNamedIsPaid() public {
        (bool ok,) = _complete(_attested(E18, 0, 1, abi.encode(NOW, uint256(1), address(0x4E0), bytes("words"))));
        require(ok && b.balanceOf(address(0x4E0)) == E18, "was not paid");
        (ok,) = _complete(_attested(E18, 0, 2, abi.encode(NOW, uint256(1), address(crossing), bytes("words"))));
        require(!ok && TRANSMITTER.usedNonces(bytes32(uint256(2))) == 0, "was received");
        _bridgeHoldsNothing();
    }

    /// The token is the one that CCTP mints, whatever is here of it or of others.
    function test_WhatIsHereByMistakeStays() public {
        b.mint(address(bridge), 5);
        a.mint(address(bridge), 7);
        (bool ok,) = _complete(_attested(E18, 0, 1, abi.encode(NOW, uint256(1), address(0x4E0), bytes("words"))));
        require(ok && b.balanceOf(address(0x4E0)) == E18, "paid more or less than was minted");
        require(b.balanceOf(address(bridge)) == 5 && a.balanceOf(address(bridge)) == 7, "was taken");
    }

    /// A message that mints nothing here, by a stranger's contract that has an honest one received meanwhile.
    function test_AStrangersMessageTakesNothing() public {
        Meddler meddler = new Meddler(bridge);
        bytes memory honest = _attested(E18, 0, 1, abi.encode(NOW, uint256(1), address(0x4E0), bytes("words")));
        meddler.plan(honest, _attest(honest));
        bytes memory forged = _strangers(address(meddler));
        b.mint(address(bridge), 5);
        uint256 held = b.balanceOf(attacker);
        (bool ok, bytes memory answer) = _complete(forged);
        require(!ok && b.balanceOf(attacker) == held, "the stranger was paid");
        _same(answer, "NothingArrived(uint256,uint256)");
        (ok,) = _complete(honest);
        require(ok && b.balanceOf(address(0x4E0)) == E18, "was not paid");
    }

    function _strangers(address handler) private view returns (bytes memory) {
        bytes32 here = bytes32(uint256(uint160(address(bridge))));
        bytes memory head = abi.encodePacked(
            uint32(1), BASE, uint32(0), uint256(9), here, bytes32(uint256(uint160(handler))), here, uint32(2000)
        );
        bytes memory burned = abi.encodePacked(uint32(1), THEIR_TOKEN, here, E18, here);
        return abi.encodePacked(
            head, uint32(2000), burned, new bytes(96), abi.encode(NOW, uint256(1), attacker, bytes("words"))
        );
    }

    function _bridgeHoldsNothing() private view {
        require(b.balanceOf(address(bridge)) == 0, "the bridge holds something");
        require(b.allowance(address(bridge), MESSENGER) == 0, "CCTP may take more");
        require(b.allowance(address(crossing), address(bridge)) == 0, "the bridge may take more");
    }

    function _says(bytes memory answer, string memory reason) private pure returns (bool) {
        return keccak256(answer) == keccak256(abi.encodeWithSignature("Error(string)", reason));
    }
}
